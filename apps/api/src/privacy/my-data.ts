import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import type { MailTexts } from '../mail/compose.ts';
import { dataLinks } from '../platform/db/schema/privacy.ts';
import { hourMs } from '../platform/durations.ts';
import { type MailHandlers, ObsoleteMail } from '../platform/mail/handlers.ts';
import { linkToken, newLinkId, readLinkId } from '../platform/mail/link-token.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import { fillTemplate } from '../platform/mail/render-template.ts';
import { hasPersonalData, type PersonalDataService } from './person.ts';

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
          const id = newLinkId();
          const createdAt = at.toISOString();
          tx.insert(dataLinks)
            .values({ id, emailKey, createdAt, expiresAt: expiryFrom(at.getTime()) })
            .run();
          outbox.add({ id: `${id}.my-data`, kind: 'my-data', recipient: email, payload: { linkId: id } }, createdAt);
        },
        { behavior: 'immediate' },
      );
      outbox.announce();
    },

    /** @returns whether it is the first time: what is done again with the same link is the same request */
    isFirst(what: 'downloadedAt' | 'correctedAt', id: string): boolean {
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
        const token = linkToken(secrets.mailLinkKey, 'my-data', linkId);
        return fillTemplate(texts.template('my-data'), {
          link: { link: `${config.siteUrl}/api/my-data/view?token=${token}` },
          minutes: String(linkMinutes),
          brand: texts.brand(),
        });
      },
      // The lifetime starts when the message is handed over: while the mail server is down, the link has not arrived.
      onFirstSent(tx, { payload: { linkId = '' } }, at) {
        tx.update(dataLinks)
          .set({ expiresAt: expiryFrom(Date.parse(at)) })
          .where(eq(dataLinks.id, linkId))
          .run();
      },
    },
  } satisfies Partial<MailHandlers>;
}

const expiryFrom = (startMs: number) => new Date(startMs + linkMinutes * 60_000).toISOString();
