import { mail } from '@threadline/schema/content/sections/mail';
import { ownCorrectionSchema, personSchema } from '@threadline/schema/wire/privacy';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { html } from 'hono/html';
import type { ContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import type { MailTexts } from '../mail/compose.ts';
import { dataLinks } from '../platform/db/schema/privacy.ts';
import { hourMs } from '../platform/durations.ts';
import { runAfterReply } from '../platform/http/defer.ts';
import { isForm, jsonOrFormBody, renderFormErrors } from '../platform/http/form-body.ts';
import { limitBody } from '../platform/http/json-body.ts';
import { renderMessagePage } from '../platform/http/message-page.ts';
import { createRateLimit, limitNetwork } from '../platform/http/rate-limit.ts';
import { type MailHandlers, ObsoleteMail } from '../platform/outbox/handlers.ts';
import { createLinkId, createLinkToken, readLinkId } from '../platform/outbox/link-token.ts';
import type { Outbox } from '../platform/outbox/outbox.ts';
import { fillTemplate } from '../platform/outbox/render-template.ts';
import type { Eraser } from './erasure.ts';
import { renderPersonalData } from './my-data-page.ts';
import { hasPersonalData, type PersonalDataService } from './person.ts';
import type { PrivacyRequests } from './requests.ts';

const linkMinutes = 60;
/** Links in one hour to one address. */
const maxLinksPerHour = 3;

/** Links by which people verify that an address is theirs. */
export function createDataLinks(
  { db, now, secrets }: Pick<Deps, 'db' | 'now' | 'secrets'>,
  outbox: Outbox,
  person: PersonalDataService,
) {
  return {
    /** Sends a link if there is data under the address. The caller must not learn whether there is. */
    send(email: string): void {
      if (!hasPersonalData(person.find(email))) return;
      const emailKey = email.toLowerCase();
      const at = now();
      db.transaction(
        (tx) => {
          const recent = tx
            .select({ rows: sql<number>`count(*)` })
            .from(dataLinks)
            .where(
              and(
                eq(dataLinks.emailKey, emailKey),
                gt(dataLinks.createdAt, new Date(at.getTime() - hourMs).toISOString()),
              ),
            )
            .get();
          if ((recent?.rows ?? 0) >= maxLinksPerHour) return;
          const id = createLinkId();
          const createdAt = at.toISOString();
          tx.insert(dataLinks)
            .values({ id, emailKey, createdAt, expiresAt: getExpiry(at.getTime()) })
            .run();
          outbox.add({ id: `${id}.my-data`, kind: 'my-data', recipient: email, payload: { linkId: id } }, createdAt);
        },
        { behavior: 'immediate' },
      );
      outbox.wake();
    },

    /** Records an action. Returns false if it was done before with this link: that counts as the same request. */
    markFirstUse(what: 'downloadedAt' | 'correctedAt', id: string): boolean {
      const isNew = and(eq(dataLinks.id, id), isNull(dataLinks[what]));
      const at = now().toISOString();
      return (
        db
          .update(dataLinks)
          .set({ [what]: at })
          .where(isNew)
          .run().changes > 0
      );
    },

    /** @returns the link with the address that it belongs to, while it works */
    open(token: string): { id: string; owner: string } | undefined {
      const id = readLinkId(secrets.mailLinkKey, 'my-data', token);
      if (!id) return undefined;
      return db
        .select({ id: dataLinks.id, owner: dataLinks.emailKey })
        .from(dataLinks)
        .where(and(eq(dataLinks.id, id), gt(dataLinks.expiresAt, now().toISOString())))
        .get();
    },
  };
}

export type DataLinks = ReturnType<typeof createDataLinks>;

/** Handler of the message with the link to a person's own data. */
export function createMyDataMails({ config, db, secrets }: Pick<Deps, 'config' | 'db' | 'secrets'>, texts: MailTexts) {
  return {
    'my-data': {
      compose({ emailKey, payload: { linkId = '' } }) {
        // After a correction the message would go to an address other than the one that asked for the link.
        const link = db.select({ owner: dataLinks.emailKey }).from(dataLinks).where(eq(dataLinks.id, linkId)).get();
        if (link?.owner !== emailKey) throw new ObsoleteMail('Its link is no longer valid.');
        const token = createLinkToken(secrets.mailLinkKey, 'my-data', linkId);
        return fillTemplate(texts.template('my-data'), {
          link: { link: `${config.appUrl}/api/my-data/view?token=${token}` },
          minutes: String(linkMinutes),
          brand: texts.brand(),
        });
      },
      // The lifetime starts when the message is handed over: while the mail server is down, the link has not arrived.
      onFirstSent(tx, { payload: { linkId = '' } }, at) {
        tx.update(dataLinks)
          .set({ expiresAt: getExpiry(Date.parse(at)) })
          .where(eq(dataLinks.id, linkId))
          .run();
      },
    },
  } satisfies Partial<MailHandlers>;
}

const getExpiry = (startMs: number) => new Date(startMs + linkMinutes * 60_000).toISOString();

const maxBodyBytes = 4 * 1024;
const perTenMinutes = { name: 'my-data', tries: 5, seconds: 600 };
/** Of one link, in the hour that it lives: each change is a row in the log. */
const changesOfLink = { name: 'my-data-change', tries: 20, seconds: 3600 };

/** Of the link that a call came with. */
interface LinkVariables {
  owner: string;
  linkId: string;
}

interface MyDataParts {
  queries: ContentQueries;
  person: PersonalDataService;
  dataLinks: DataLinks;
  eraser: Eraser;
  privacyRequests: PrivacyRequests;
}

/** Pages on which people see, download, correct and erase their data and withdraw consent, without an account. */
export function myDataRoutes(deps: Pick<Deps, 'config' | 'db' | 'log'>, parts: MyDataParts) {
  const { queries, person, dataLinks, eraser, privacyRequests } = parts;
  const limited = limitNetwork(deps, perTenMinutes);
  const texts = () => mail.singles.pages.parse(queries.effectiveValue('mail', 'pages'));
  const page = (context: Context, sentence: string, body?: ReturnType<typeof html>) =>
    renderMessagePage(context, { title: texts().myDataTitle, sentence, status: 200, body });
  const readToken = (context: Context) => context.req.query('token') ?? '';
  const changes = createRateLimit({ ...changesOfLink, db: deps.db });
  const requireLink = createMiddleware<{ Variables: LinkVariables }>(async (context, next) => {
    const link = dataLinks.open(readToken(context));
    if (!link)
      return renderMessagePage(context, { title: texts().myDataTitle, sentence: texts().linkOver, status: 404 });
    context.set('owner', link.owner);
    context.set('linkId', link.id);
    return next();
  });
  const countChange = createMiddleware<{ Variables: LinkVariables }>(async (context, next) => {
    await changes.take(context.var.linkId);
    return next();
  });

  return (
    new Hono()
      .get('/', (context) => {
        const { myDataText, myDataLabel, myDataButton } = texts();
        return page(
          context,
          myDataText,
          html`<form method="post">
          <p><label>${myDataLabel} <input name="email" type="email" autocomplete="email" required /></label></p>
          <p><button>${myDataButton}</button></p>
        </form>`,
        );
      })
      .post('/', renderFormErrors(), limited, limitBody(maxBodyBytes), jsonOrFormBody(personSchema), (context) => {
        const { email } = context.req.valid('json');
        void runAfterReply(deps, 'a link to personal data could not be created', () => dataLinks.send(email));
        if (isForm(context)) return page(context, texts().myDataSent);
        return context.json({ success: true as const, message: texts().myDataSent });
      })
      .get('/view', requireLink, (context) => {
        const { owner } = context.var;
        return page(context, owner, renderPersonalData(person.find(owner), readToken(context), texts()));
      })
      // Not by GET: mail scanners follow every link, and that is no request of the person.
      .post('/download', limitBody(maxBodyBytes), requireLink, countChange, (context) => {
        const { owner, linkId } = context.var;
        if (dataLinks.markFirstUse('downloadedAt', linkId))
          privacyRequests.addFromLink('access', owner, { isDone: true });
        context.header('content-disposition', 'attachment; filename="my-data.json"');
        return context.json(person.find(owner));
      })
      .post(
        '/correct',
        renderFormErrors(),
        limitBody(maxBodyBytes),
        requireLink,
        countChange,
        jsonOrFormBody(ownCorrectionSchema),
        (context) => {
          const { owner, linkId } = context.var;
          person.correctOwn(owner, context.req.valid('json'));
          if (dataLinks.markFirstUse('correctedAt', linkId))
            privacyRequests.addFromLink('correction', owner, { isDone: true });
          return page(context, texts().corrected);
        },
      )
      .post('/withdraw', limitBody(maxBodyBytes), requireLink, countChange, (context) => {
        const { owner } = context.var;
        if (person.withdraw(owner).isChanged) privacyRequests.addFromLink('withdrawal', owner, { isDone: true });
        return page(context, texts().withdrawn);
      })
      .post('/erase', limitBody(maxBodyBytes), requireLink, (context) => {
        const { owner } = context.var;
        const { retained } = eraser.erasePerson(owner, 'request', null);
        privacyRequests.addFromLink('erasure', owner, { isDone: retained === 0 });
        return page(context, retained > 0 ? texts().erasedExceptClientFile : texts().erased);
      })
  );
}
