import { createApp, createServices } from '../src/app.ts';
import type { Deps } from '../src/context.ts';
import type { Db } from '../src/platform/db/client.ts';
import { openDatabase } from '../src/platform/db/client.ts';
import { enquiries, enquiryNotes, outboxMessages, subscribers } from '../src/platform/db/schema/enquiries.ts';
import { consents, privacyRequests } from '../src/platform/db/schema/privacy.ts';
import { createLinkToken } from '../src/platform/outbox/link-token.ts';
import { minimalEnquiry } from './enquiry-fixture.ts';
import { send } from './test-app.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** Creates functions that act as visitors of an installation, through the routes of the pages. */
export function createVisitorsFixture(deps: Deps) {
  const services = createServices(deps);
  const app = createApp(deps, services);
  const post = (path: string, body = '') => send(app, path, { body, headers: form });
  const createNewsletterLink = (email: string) => {
    const row = peopleIn(deps.db).subscribers.find((each) => each.emailKey === email);
    return `?token=${createLinkToken(deps.secrets.mailLinkKey, 'newsletter', row?.linkId ?? '')}`;
  };

  return {
    services,
    /** Sends an enquiry through the form. @returns the response */
    enquire: (email: string, { key, ...fields }: { key?: string } & Record<string, unknown> = {}) =>
      send(app, '/api/request/send-request', {
        body: { ...minimalEnquiry, email, ...fields },
        address: `203.0.113.${email.length}`,
        headers: key === undefined ? {} : { 'idempotency-key': key },
      }),
    signUp: (email: string) => post('/api/newsletter', new URLSearchParams({ email }).toString()),
    confirm: (email: string) => post(`/api/newsletter/confirm${createNewsletterLink(email)}`),
    leave: (email: string) => post(`/api/newsletter/unsubscribe${createNewsletterLink(email)}`),
    /** Uses the link from the mail. */
    async useMyData(email: string, what: 'withdraw' | 'erase' | 'correct' | 'download', body = '') {
      await post('/api/my-data', new URLSearchParams({ email }).toString());
      const mail = peopleIn(deps.db).mails.findLast(({ kind, emailKey }) => kind === 'my-data' && emailKey === email);
      const text = mail ? services.composeMail(mail).text : '';
      return post(`/api/my-data/${what}?token=${/view\?token=(\S+)/.exec(text)?.[1]}`, body);
    },
  };
}

/** Returns everything that a database stores about visitors. */
export function peopleIn(db: Db) {
  return {
    enquiries: db.select().from(enquiries).all(),
    subscribers: db.select().from(subscribers).all(),
    consents: db.select().from(consents).all(),
    requests: db.select().from(privacyRequests).all(),
    mails: db.select().from(outboxMessages).all(),
    notes: db.select().from(enquiryNotes).all(),
  };
}

/** Reads a file that no process has open. */
export function peopleInFile(file: string) {
  const db = openDatabase(file);
  try {
    return peopleIn(db);
  } finally {
    db.$client.close();
  }
}
