import { join } from 'node:path';
import type { EnquiryForm } from '@threadline/schema/wire/enquiry-form';
import type { User } from '@threadline/schema/wire/user';
import { createApp, createServices } from '../src/app.ts';
import { seedContent } from '../src/content/seed.ts';
import type { Db } from '../src/platform/db/client.ts';
import { contentHistory, contentItems, revisions } from '../src/platform/db/schema/core.ts';
import { enquiries, outboxMessages, subscribers } from '../src/platform/db/schema/enquiries.ts';
import { consents, dataLinks } from '../src/platform/db/schema/privacy.ts';
import { createLinkToken } from '../src/platform/outbox/link-token.ts';
import { sweepRetention } from '../src/privacy/retention.ts';
import { createAccountFixture } from './account-fixture.ts';
import { createTestDeps } from './create-test-deps.ts';
import { type Call, footprint, send } from './test-app.ts';

export const minimalEnquiry = {
  companyName: 'Example Mills',
  companySize: '11-50',
  email: 'sender@example.org',
  message: 'We grow.',
};
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** Seeding validates every text, so the fixtures share the result. */
let seed: ReturnType<typeof readSeed> | undefined;

function readSeed() {
  const deps = createTestDeps();
  seedContent(createServices(deps).content, join(import.meta.dirname, '../../../content-seed'));
  const [revisionRows, items, history] = [revisions, contentItems, contentHistory].map((table) =>
    deps.db.select().from(table).all(),
  );
  return { revisionRows, items, history };
}

function copySeed(db: Db): void {
  seed ??= readSeed();
  const { revisionRows, items, history } = seed;
  db.insert(revisions)
    .values(revisionRows as (typeof revisions.$inferSelect)[])
    .run();
  db.insert(contentItems)
    .values(items as (typeof contentItems.$inferSelect)[])
    .run();
  db.insert(contentHistory)
    .values(history as (typeof contentHistory.$inferSelect)[])
    .run();
}

/** Creates the whole API with the texts of the seed, for everything that happens after "send". */
export function createEnquiryFixture(env: Record<string, string> = {}) {
  const { deps, addUser, signIn } = createAccountFixture(env);
  const services = createServices(deps);
  copySeed(deps.db);
  const app = createApp(deps, services);
  let received = 0;
  let session: { user: User; token: string; at: number } | undefined;

  async function token(): Promise<string> {
    const at = deps.now().getTime();
    // Signs in again when a test has advanced the clock beyond the token's lifetime.
    if (!session || at - session.at > 600_000) {
      const user = session?.user ?? (await addUser('Author', 'super_admin'));
      session = { user, token: (await signIn(user)).token, at };
    }
    return session.token;
  }

  const call = async (path: string, options: Call = {}) => send(app, path, { token: await token(), ...options });

  return {
    deps,
    app,
    services,
    addUser,
    signIn,
    footprint: () => footprint(deps),
    rows: () => deps.db.select().from(enquiries).all(),
    mails: () => deps.db.select().from(outboxMessages).all(),
    /** Returns the token of the newest personal data link from its message. */
    myDataToken(): string {
      const mail = deps.db
        .select()
        .from(outboxMessages)
        .all()
        .findLast(({ kind }) => kind === 'my-data');
      const { text } = mail ? services.composeMail(mail) : { text: '' };
      return /view\?token=(\S+)/.exec(text)?.[1] ?? '';
    },
    /** Returns the token in the links to the newsletter's first subscriber. */
    newsletterToken(): string {
      const linkId = deps.db.select().from(subscribers).get()?.linkId;
      return linkId === undefined ? '' : createLinkToken(deps.secrets.mailLinkKey, 'newsletter', linkId);
    },
    submit: (body: unknown, options: Omit<Call, 'body'> = {}) =>
      send(app, '/api/request/send-request', { body, ...options }),
    submitForm: (body: string, options: Call = {}) =>
      send(app, '/api/request/send-request', { body, ...options, headers: { ...form, ...options.headers } }),
    /** Posts a form like the browser. */
    postForm: (path: string, body = '') => send(app, path, { body, headers: form }),
    /** Erases due data. Returns whether there may be more. */
    sweep: () => sweepRetention(deps, services.queries),
    /** Returns the number of rows of each table with personal data of visitors. */
    countRows: () =>
      [enquiries, outboxMessages, subscribers, consents, dataLinks].map(
        (table) => deps.db.select().from(table).all().length,
      ),
    /** Stores an enquiry from a new network. */
    async receive(request: Partial<EnquiryForm> = {}) {
      received += 1;
      const address = `203.0.${received >> 8}.${received & 255}`;
      const reply = await send(app, '/api/request/send-request', { body: { ...minimalEnquiry, ...request }, address });
      const row = deps.db
        .select()
        .from(enquiries)
        .all()
        .find(({ reference }) => reference === reply.body.reference);
      if (!row) throw new Error(`Not stored: ${reply.text}`);
      return row;
    },
    token,
    /** Sends a request with a session. */
    call,
    /** Returns the senders on one page of the inbox. */
    async list(query = '') {
      const { status, body } = await call(`/api/enquiries${query}`);
      const companies = body.enquiries?.map(({ companyName }: { companyName: string }) => companyName);
      return { status, companies, next: body.next };
    },
  };
}
