import { ownCorrectionSchema, type PersonalData, personSchema } from '@threadline/schema/privacy';
import { mail } from '@threadline/schema/sections/mail';
import { type Context, Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { html } from 'hono/html';
import type { ContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import { runAfterReply } from '../platform/http/defer.ts';
import { isForm, jsonOrFormBody, renderFormErrors } from '../platform/http/form-body.ts';
import { limitBody } from '../platform/http/json-body.ts';
import { renderMessagePage } from '../platform/http/message-page.ts';
import { createRateLimit, limitNetwork } from '../platform/http/rate-limit.ts';
import type { Eraser } from './erase.ts';
import type { DataLinks } from './my-data.ts';
import { hasPersonalData, type PersonalDataService } from './person.ts';
import type { PrivacyRequests } from './privacy-requests.ts';

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
  rights: PrivacyRequests;
}

/** Pages on which people see, download, correct and erase their data and withdraw consent, without an account. */
export function myDataRoutes(deps: Pick<Deps, 'config' | 'db' | 'log'>, parts: MyDataParts) {
  const { queries, person, dataLinks, eraser, rights } = parts;
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
        void runAfterReply(deps, 'a link to the own details could not be made', () => dataLinks.send(email));
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
        if (dataLinks.isFirst('downloadedAt', linkId)) rights.addFromLink('access', owner, { isDone: true });
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
          if (dataLinks.isFirst('correctedAt', linkId)) rights.addFromLink('correction', owner, { isDone: true });
          return page(context, texts().corrected);
        },
      )
      .post('/withdraw', limitBody(maxBodyBytes), requireLink, countChange, (context) => {
        const { owner } = context.var;
        if (person.withdraw(owner).isChanged) rights.addFromLink('withdrawal', owner, { isDone: true });
        return page(context, texts().withdrawn);
      })
      .post('/erase', limitBody(maxBodyBytes), requireLink, (context) => {
        const { owner } = context.var;
        const { kept } = eraser.erasePerson(owner, 'request', null);
        rights.addFromLink('erasure', owner, { isDone: kept === 0 });
        return page(context, kept > 0 ? texts().erasedButKept : texts().erased);
      })
  );
}

type Texts = ReturnType<typeof mail.singles.pages.parse>;
type Enquiry = PersonalData['enquiries'][number];

const labels = {
  companyName: 'Company',
  contactName: 'Name',
  email: 'Email',
  phone: 'Phone',
  companySize: 'Company size',
  industry: 'Industry',
  message: 'Message',
  cameFrom: 'Came from',
  page: 'Page',
  status: 'State',
} satisfies Partial<Record<keyof Enquiry, string>>;
const correctable = ['companyName', 'contactName', 'phone'] as const;
const purposes = { reply: 'Answer by email', whatsapp: 'Answer by WhatsApp', newsletter: 'Newsletter' };
const requestNames = {
  access: 'See the details',
  correction: 'Correct them',
  erasure: 'Delete them',
  withdrawal: 'Withdraw consent',
  grievance: 'Complaint',
};
const formatDay = (moment: string) => moment.slice(0, 10);

function renderPersonalData(held: PersonalData, token: string, texts: Texts) {
  if (!hasPersonalData(held)) return html`<p>${texts.myDataNothing}</p>`;
  const query = `?token=${token}`;
  return html`${held.enquiries.map(
    (enquiry) => html`<h2>${enquiry.reference}, ${formatDay(enquiry.receivedAt)}</h2>
        <dl>
          ${(Object.keys(labels) as (keyof typeof labels)[])
            .filter((name) => enquiry[name] !== '')
            .map((name) => html`<dt>${labels[name]}</dt><dd>${enquiry[name]}</dd>`)}
        </dl>
        ${renderCorrectionForm(enquiry, `/api/my-data/correct${query}`, texts)}`,
  )}
    ${renderConsents(held)} ${renderRequests(held)}
    ${renderNewsletter(held)}
    <form method="post" action="/api/my-data/download${query}"><p><button>${texts.download}</button></p></form>
    <form method="post" action="/api/my-data/withdraw${query}"><p><button>${texts.withdraw}</button></p></form>
    <details>
      <summary>${texts.erase}</summary>
      <form method="post" action="/api/my-data/erase${query}"><p><button>${texts.eraseSurely}</button></p></form>
    </details>`;
}

function renderNewsletter({ newsletter }: PersonalData) {
  if (!newsletter) return '';
  return html`<h2>Newsletter</h2>
    <p>${newsletter.email}: ${formatNewsletterState(newsletter)}</p>`;
}

function formatNewsletterState({
  createdAt,
  confirmedAt,
  unsubscribedAt,
}: NonNullable<PersonalData['newsletter']>): string {
  if (unsubscribedAt) return `left on ${formatDay(unsubscribedAt)}, nothing is sent.`;
  if (confirmedAt) return `on the list since ${formatDay(confirmedAt)}.`;
  return `asked for on ${formatDay(createdAt)}, not confirmed. Nothing is sent until the link in our message is pressed.`;
}

function renderConsents({ consents }: PersonalData) {
  if (consents.length === 0) return '';
  return html`<h2>Consent</h2>
    <ul>
      ${consents.map(
        ({ purpose, given, requested, at, confirmedAt, withdrawnAt }) =>
          html`<li>${purposes[purpose]}: ${given ? 'given' : requested ? 'asked for, not confirmed' : 'not given'}, ${formatDay(confirmedAt ?? at)}${withdrawnAt ? `; ended ${formatDay(withdrawnAt)}` : ''}</li>`,
      )}
    </ul>`;
}

function renderRequests({ requests }: PersonalData) {
  if (requests.length === 0) return '';
  return html`<h2>Requests</h2>
    <ul>
      ${requests.map(
        ({ kind, note, receivedAt, dueAt }) =>
          html`<li>${requestNames[kind]}: ${formatDay(receivedAt)}, due ${formatDay(dueAt)}${note ? `; ${note}` : ''}</li>`,
      )}
    </ul>`;
}

function renderCorrectionForm(enquiry: Enquiry, action: string, texts: Texts) {
  return html`<form method="post" action="${action}">
    ${correctable.map((name) => html`<p><label>${labels[name]} <input name="${name}" value="${enquiry[name]}" /></label></p>`)}
    <p><input type="hidden" name="reference" value="${enquiry.reference}" /><button>${texts.correct}</button></p>
  </form>`;
}
