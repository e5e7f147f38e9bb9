import argon2 from 'argon2';
import type { Statement } from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createAccountFixture } from '../../test/account-fixture.ts';
import { createEnquiryFixture } from '../../test/enquiry-fixture.ts';
import { type Call, send } from '../../test/test-app.ts';
import type { Deps } from '../context.ts';
import { accountLinks } from '../platform/db/schema/accounts.ts';
import { users } from '../platform/db/schema/core.ts';

const known = 'editor@example.org';
const unknown = 'nobody@example.org';
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** Every statement that runs on a database from now on, by its text. Other tests may still use their own databases. */
function watchStatements({ db }: Pick<Deps, 'db'>): string[] {
  const statement = Object.getPrototypeOf(db.$client.prepare('select 1'));
  const seen: string[] = [];
  for (const name of ['run', 'get', 'all', 'iterate']) {
    const original = statement[name];
    statement[name] = function (this: Statement, ...values: unknown[]) {
      if (this.database === db.$client) seen.push(this.source);
      return original.apply(this, values);
    };
    onTestFinished(() => {
      statement[name] = original;
    });
  }
  return seen;
}

/** Returns the parts of a reply that could reveal whether an account exists. */
function readObservableParts({ status, headers, text }: Awaited<ReturnType<typeof send>>) {
  const names = [...headers].filter(([name]) => name !== 'x-request-id');
  return { status, names, text: text.replace(/"requestId":"[^"]*"/, '') };
}

async function createFixture() {
  const fixture = createAccountFixture();
  await fixture.addUser('Editor');
  return fixture;
}

test('a forgotten password: same reply and same statements until then, whether there is an account or not [F6]', async () => {
  const { app, deps } = await createFixture();
  const seen = watchStatements(deps);
  const tried = [];
  for (const email of [known, unknown]) {
    seen.length = 0;
    let statements: string[] = [];
    let links = -1;
    const onReply = () => {
      statements = [...seen];
      links = deps.db.select().from(accountLinks).all().length;
    };
    const reply = await send(app, '/api/auth/forgot-password', { body: { email }, onReply });
    tried.push({ tell: readObservableParts(reply), statements, links });
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
  }
  const [first, second] = tried.map(({ tell, statements }) => ({ tell, statements }));
  expect(first).toEqual(second);
  expect(tried[0]?.links).toBe(0);
  expect(first?.statements.length).toBeGreaterThan(0);
  expect(first?.statements.join()).not.toMatch(/from "users"|account_links|outbox_messages/);
  // Only afterwards it makes a difference.
  expect(deps.db.select().from(accountLinks).all()).toHaveLength(1);
});

test.each([
  ['as JSON', (email: string): Call => ({ body: { email } })],
  ['by the form', (email: string): Call => ({ body: new URLSearchParams({ email }).toString(), headers: form })],
])(
  'a request for personal data %s has the same reply and the same statements, whether data is stored or not [F6]',
  async (_, ask) => {
    const { app, deps, mails, receive } = createEnquiryFixture();
    await receive({ email: known });
    const already = mails().length;
    const seen = watchStatements(deps);
    const tried = [];
    for (const email of [known, unknown]) {
      seen.length = 0;
      let statements: string[] = [];
      const reply = await send(app, '/api/my-data', { ...ask(email), onReply: () => (statements = [...seen]) });
      tried.push({ tell: readObservableParts(reply), statements });
    }
    expect(tried[0]?.tell.status).toBe(200);
    expect(tried[0]).toEqual(tried[1]);
    expect(tried[0]?.statements.join()).not.toMatch(/enquiries|subscribers|data_links|outbox_messages/);
    expect(
      mails()
        .slice(already)
        .map(({ kind, recipient }) => [kind, recipient]),
    ).toEqual([['my-data', known]]);
  },
);

test.each(['active', 'invited', 'disabled', 'locked'] as const)(
  'a wrong password for an account that is %s: same reply, statements and hashing as for none [A1]',
  async (status) => {
    const { app, deps } = await createFixture();
    const passwordHash = status === 'invited' ? { passwordHash: '' } : {};
    deps.db
      .update(users)
      .set({ status, ...passwordHash })
      .run();
    const seen = watchStatements(deps);
    const verify = vi.spyOn(argon2, 'verify');
    onTestFinished(() => verify.mockRestore());
    const tried = [];
    for (const email of [known, unknown]) {
      seen.length = 0;
      verify.mockClear();
      const reply = await send(app, '/api/auth/login', { body: { email, password: 'not-this-one' } });
      // `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`: the part before the salt is what it costs.
      const costs = verify.mock.calls.map(([hash]) => String(hash).split(/[$,]/).slice(0, 6).sort());
      const lengths = verify.mock.calls.map(([hash]) => String(hash).length);
      tried.push({ tell: readObservableParts(reply), statements: [...seen], costs, lengths });
    }
    expect(tried[0]?.tell.status).toBe(401);
    expect(tried[0]?.statements.join()).toMatch(/from "users"/);
    expect(tried[0]?.costs).toHaveLength(1);
    expect(tried[0]).toEqual(tried[1]);
  },
);
