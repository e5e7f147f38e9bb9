import type { mail } from '@threadline/schema/content/sections/mail';
import type { PersonalData } from '@threadline/schema/wire/privacy';
import { html } from 'hono/html';
import { hasPersonalData } from './person.ts';

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
  status: 'Status',
} satisfies Partial<Record<keyof Enquiry, string>>;
const correctable = ['companyName', 'contactName', 'phone'] as const;
const purposes = { reply: 'Reply by email', whatsapp: 'Reply by WhatsApp', newsletter: 'Newsletter' };
const requestNames = {
  access: 'See the details',
  correction: 'Correct them',
  erasure: 'Delete them',
  withdrawal: 'Withdraw consent',
  grievance: 'Complaint',
};
const formatDay = (moment: string) => moment.slice(0, 10);

/** Renders the personal data of an address, with the forms to correct, download and erase it and to withdraw consent. */
export function renderPersonalData(data: PersonalData, token: string, texts: Texts) {
  if (!hasPersonalData(data)) return html`<p>${texts.myDataNothing}</p>`;
  const query = `?token=${token}`;
  return html`${data.enquiries.map(
    (enquiry) => html`<h2>${enquiry.reference}, ${formatDay(enquiry.receivedAt)}</h2>
        <dl>
          ${(Object.keys(labels) as (keyof typeof labels)[])
            .filter((name) => enquiry[name] !== '')
            .map((name) => html`<dt>${labels[name]}</dt><dd>${enquiry[name]}</dd>`)}
        </dl>
        ${renderCorrectionForm(enquiry, `/api/my-data/correct${query}`, texts)}`,
  )}
    ${renderConsents(data)} ${renderRequests(data)}
    ${renderNewsletter(data)}
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
  if (unsubscribedAt) return `unsubscribed on ${formatDay(unsubscribedAt)}. Nothing is sent.`;
  if (confirmedAt) return `subscribed since ${formatDay(confirmedAt)}.`;
  return `requested on ${formatDay(createdAt)}, not confirmed. Nothing is sent until you press the link in our message.`;
}

function renderConsents({ consents }: PersonalData) {
  if (consents.length === 0) return '';
  return html`<h2>Consent</h2>
    <ul>
      ${consents.map(
        ({ purpose, given, requested, at, confirmedAt, withdrawnAt }) =>
          html`<li>${purposes[purpose]}: ${given ? 'given' : requested ? 'requested, not confirmed' : 'not given'}, ${formatDay(confirmedAt ?? at)}${withdrawnAt ? `; ended ${formatDay(withdrawnAt)}` : ''}</li>`,
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
