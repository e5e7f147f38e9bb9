import { expect, test } from 'vitest';
import { createAccountFixture } from '../../test/account-fixture.ts';
import { createEnquiryFixture } from '../../test/enquiry-fixture.ts';
import { footprint, send } from '../../test/test-app.ts';
import { readAuditPage } from '../audit-log/list.ts';
import { accountLinks } from '../platform/db/schema/accounts.ts';
import { users } from '../platform/db/schema/core.ts';
import { outboxMessages } from '../platform/db/schema/enquiries.ts';
import { recordMailOutcome } from '../platform/outbox/mail-outcome.ts';
import { readMailServer } from '../platform/outbox/mail-server.ts';

const fresh = 'another-one-9';
const tokenIn = (link: string) => link.split('#')[1] ?? '';

async function createTeam(env: Record<string, string> = {}) {
  const fixture = createAccountFixture(env);
  const owner = await fixture.addUser('Owner', 'super_admin');
  const editor = await fixture.addUser('Editor');
  const tokens = { owner: (await fixture.signIn(owner)).token, editor: (await fixture.signIn(editor)).token };
  const { app } = fixture;
  return {
    ...fixture,
    owner,
    editor,
    tokens,
    invite: (body: object = {}, token = tokens.owner) =>
      send(app, '/api/auth/invitations', { body: { name: 'New', email: 'new@example.org', ...body }, token }),
    linkFor: (id: string, token = tokens.owner) => send(app, `/auth/users/${id}/link`, { method: 'POST', token }),
    forgot: async (email: unknown, address?: string) => {
      const reply = await send(app, '/api/auth/forgot-password', { body: { email }, address });
      // The link is made after the reply.
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
      return reply;
    },
    check: (token: unknown) => send(app, '/auth/links/check', { body: { token } }),
    accept: (token: unknown, given: unknown = fresh) =>
      send(app, '/api/auth/links/accept', { body: { token, password: given } }),
  };
}

test('an invited person chooses a password by the link, once, and signs in with the role that was meant [F11]', async () => {
  const { accept, check, invite, linkFor, login } = await createTeam({ SITE_URL: 'https://site.test' });
  const { status, body } = await invite();
  expect([status, body.kind, body.isMailed, body.user.status]).toEqual([201, 'invitation', false, 'invited']);
  expect(body.link).toMatch(/^https:\/\/site\.test\/admin\/password#[\w-]{43}$/);
  const token = tokenIn(body.link);
  expect((await check(token)).body).toMatchObject({ kind: 'invitation', name: 'New', email: 'new@example.org' });
  expect((await login('new@example.org', '')).status).toBe(422);
  expect((await login('new@example.org')).status).toBe(401);

  const accepted = await accept(token);
  expect([accepted.status, accepted.body.token]).toEqual([200, undefined]);
  expect((await login('new@example.org', fresh)).body.user).toMatchObject({ role: 'admin', status: 'active' });
  for (const again of [await accept(token, 'yet-another-7'), await check(token)]) expect(again.status).toBe(404);
  expect((await linkFor(body.user._id)).body.kind).toBe('password-reset');
});

test('an invitation that was not sent leaves the outbox once the person has joined by its link', async () => {
  const { accept, deps, invite } = await createTeam();
  const { body } = await invite();
  deps.db.update(outboxMessages).set({ state: 'written-to-disk' }).run();
  expect((await accept(tokenIn(body.link))).status).toBe(200);
  expect(deps.db.select({ state: outboxMessages.state }).from(outboxMessages).all()).toEqual([{ state: 'dismissed' }]);
});

test('the log names the role of an invited or added user', async () => {
  const { app, deps, invite, linkFor, tokens } = await createTeam();
  const { body } = await invite({ role: 'super_admin' });
  await linkFor(body.user._id);
  const added = { name: 'Added', email: 'added@example.org', password: fresh, role: 'super_admin' };
  expect((await send(app, '/auth/create-admin', { body: added, token: tokens.owner })).status).toBe(201);
  const { entries } = readAuditPage(deps.db, { area: 'rights' });
  expect(entries.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
    'user.created added@example.org (super_admin)',
    'user.invited new@example.org (super_admin)',
    'user.invited new@example.org (super_admin)',
  ]);
});

test('the database holds neither token nor link, and the message in the outbox only names it [F7]', async () => {
  const { deps, invite, linkFor, editor } = await createTeam();
  const tokens = [tokenIn((await invite()).body.link), tokenIn((await linkFor(editor._id)).body.link)];
  const everything = JSON.stringify(footprint(deps));
  for (const token of tokens) expect(everything).not.toContain(token);
  expect(
    deps.db.select({ kind: outboxMessages.kind, to: outboxMessages.recipient }).from(outboxMessages).all(),
  ).toEqual([
    { kind: 'invitation', to: 'new@example.org' },
    { kind: 'password-reset', to: 'editor@example.org' },
  ]);
});

test('with a mail server the message carries the same link, and names who made the account', async () => {
  const fixture = createEnquiryFixture({ SMTP_URL: 'smtp://localhost:1', MAIL_FROM: 'us@example.org' });
  const { addUser, app, deps, services, signIn } = fixture;
  const { token } = await signIn(await addUser('Owner Name', 'super_admin'));
  const invitation = { name: 'New', email: 'new@example.org' };
  const { body } = await send(app, '/api/auth/invitations', { body: invitation, token });
  expect(body.isMailed).toBe(true);
  const server = readMailServer(deps);
  if (!server) throw new Error('SMTP_URL is not used');
  recordMailOutcome(deps, deps.db, { server, attempt: 'test', problem: 'It refused it.' });
  const other = { name: 'Other', email: 'other@example.org' };
  expect((await send(app, '/api/auth/invitations', { body: other, token })).body.isMailed).toBe(false);
  const [row] = deps.db.select().from(outboxMessages).all();
  const mail = row && services.composeMail(row);
  expect(mail?.text).toContain(body.link);
  expect(mail?.text).toContain('Owner Name invites you to edit the website of ');
  expect(mail?.to).toEqual([{ name: '', address: 'new@example.org' }]);
});

test('a reset link ends all sessions, works once, and only the newest works [F7]', async () => {
  const { accept, app, editor, linkFor, login, tokens } = await createTeam();
  const older = tokenIn((await linkFor(editor._id)).body.link);
  const newer = tokenIn((await linkFor(editor._id)).body.link);
  expect((await accept(older)).status).toBe(404);
  const replies = await Promise.all([accept(newer), accept(newer, 'yet-another-7')]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect((await send(app, '/auth/me', { token: tokens.editor })).status).toBe(401);
  expect((await login(editor.email)).status).toBe(401);
});

test.each([
  ['its time', async ({ deps }: Team) => deps.clock.advance(30 * 60_000)],
  [
    'a new password',
    async ({ app, editor, tokens }: Team) => change(app, editor._id, tokens.owner, { password: fresh }),
  ],
  [
    'a new address',
    async ({ app, editor, tokens }: Team) => change(app, editor._id, tokens.owner, { email: 'e2@example.org' }),
  ],
  [
    'the end of the account',
    async ({ app, editor, tokens }: Team) =>
      send(app, `/api/auth/users/${editor._id}`, { method: 'DELETE', token: tokens.owner }),
  ],
  [
    'its disabling',
    async ({ app, editor, tokens }: Team) =>
      send(app, `/auth/users/${editor._id}/status`, {
        method: 'PUT',
        body: { status: 'disabled' },
        token: tokens.owner,
      }),
  ],
])('a reset link ends with %s [F7]', async (_, event) => {
  const team = await createTeam();
  const token = tokenIn((await team.linkFor(team.editor._id)).body.link);
  await event(team);
  const before = footprint(team.deps);
  for (const reply of [await team.check(token), await team.accept(token)]) expect(reply.status).toBe(404);
  expect(footprint(team.deps)).toEqual(before);
});
type Team = Awaited<ReturnType<typeof createTeam>>;
const change = (app: Team['app'], id: string, token: string, body: object) =>
  send(app, `/api/auth/users/${id}`, {
    method: 'PUT',
    token,
    body: { name: 'E', email: 'editor@example.org', ...body },
  });

test('an invitation holds for three days, to the minute [F11]', async () => {
  const { accept, check, deps, invite } = await createTeam();
  const token = tokenIn((await invite()).body.link);
  deps.clock.advance(72 * 60 * 60_000 - 1);
  expect((await check(token)).status).toBe(200);
  deps.clock.advance(1);
  const before = footprint(deps);
  for (const reply of [await check(token), await accept(token)]) expect(reply.status).toBe(404);
  expect(footprint(deps)).toEqual(before);
});

test.each([
  ['another one', (t: Team, id: string) => t.linkFor(id)],
  ['the disabling of the account', (t: Team, id: string) => status(t, id, 'disabled')],
  ['the end of the account', (t: Team, id: string) => userCall(t, id, { method: 'DELETE' })],
  ['a new address', (t: Team, id: string) => change(t.app, id, t.tokens.owner, { email: 'other@example.org' })],
  [
    'a password that somebody sets',
    (t: Team, id: string) => change(t.app, id, t.tokens.owner, { ...who, password: fresh }),
  ],
])('an invitation ends with %s [F11]', async (_, withdraw) => {
  const team = await createTeam();
  const { body } = await team.invite();
  expect((await withdraw(team, body.user._id)).status).toBeLessThan(300);
  const before = footprint(team.deps);
  for (const reply of [await team.check(tokenIn(body.link)), await team.accept(tokenIn(body.link), 'yet-another-7')])
    expect(reply.status).toBe(404);
  expect(footprint(team.deps)).toEqual(before);
});
const who = { name: 'New', email: 'new@example.org' };
const userCall = ({ app, tokens }: Team, id: string, call: object, path = '') =>
  send(app, `/api/auth/users/${id}${path}`, { token: tokens.owner, ...call });
const status = (team: Team, id: string, value: string) =>
  userCall(team, id, { method: 'PUT', body: { status: value } }, '/status');

test('a disabled account that is enabled again is invited still, and needs a new link', async () => {
  const team = await createTeam();
  const { body } = await team.invite();
  await status(team, body.user._id, 'disabled');
  expect((await status(team, body.user._id, 'active')).body.user.status).toBe('invited');
  expect((await team.check(tokenIn(body.link))).status).toBe(404);
  const again = await team.linkFor(body.user._id);
  expect([again.body.kind, (await team.accept(tokenIn(again.body.link))).status]).toEqual(['invitation', 200]);
});

test('an invitation ends with the account of its creator [F11]', async () => {
  const { app, check, editor, invite, tokens } = await createTeam();
  const token = tokenIn((await invite({}, tokens.editor)).body.link);
  await send(app, `/api/auth/users/${editor._id}`, { method: 'DELETE', token: tokens.owner });
  expect((await check(token)).status).toBe(404);
});

test.each([
  ['an admin inviting a super admin', 403, (t: Team) => t.invite({ role: 'super_admin' }, t.tokens.editor)],
  ['an address that is taken', 409, (t: Team) => t.invite({ email: 'EDITOR@example.org' })],
  ['an invitation with a password', 422, (t: Team) => t.invite({ password: fresh })],
  ['an invitation without a name', 422, (t: Team) => t.invite({ name: ' ' })],
  ['an admin making a link for a super admin', 403, (t: Team) => t.linkFor(t.owner._id, t.tokens.editor)],
  ['a link for oneself', 403, (t: Team) => t.linkFor(t.owner._id)],
  ['a link for nobody', 404, (t: Team) => t.linkFor('nobody')],
  ['a token that nobody made', 404, (t: Team) => t.accept('x'.repeat(43))],
  ['an empty token', 422, (t: Team) => t.accept('')],
  ['a token as an operator', 422, (t: Team) => t.accept({ $ne: 1 })],
  ['a token as a list', 422, (t: Team) => t.check(['x'])],
  ['no address to send a link to', 422, (t: Team) => t.forgot('nobody')],
])('%s is refused with %i [F9]', async (_, status, call) => {
  const team = await createTeam();
  const before = footprint(team.deps);
  expect((await call(team)).status).toBe(status);
  expect(footprint(team.deps)).toEqual(before);
});

test.each(['short', 'password123', 'editor'])(
  'the password %s is refused, and the link goes on working',
  async (weak) => {
    const { accept, editor, linkFor } = await createTeam();
    const token = tokenIn((await linkFor(editor._id)).body.link);
    expect((await accept(token, weak)).status).toBe(422);
    expect((await accept(token)).status).toBe(200);
  },
);

test('forgotten passwords: the same reply for everybody, a link only for those who are here [F6]', async () => {
  const { deps, editor, forgot, invite } = await createTeam();
  await invite();
  deps.db.delete(outboxMessages).run();
  const replies = [];
  for (const email of [' Editor@Example.org'.trim(), 'nobody@example.org', 'new@example.org'])
    replies.push(await forgot(email));
  for (const { status, body } of replies) expect([status, body]).toEqual([200, replies[0]?.body]);
  expect(
    deps.db
      .select()
      .from(outboxMessages)
      .all()
      .map(({ recipient }) => recipient),
  ).toEqual([editor.email]);
  // The invitation was not replaced.
  expect(deps.db.select().from(accountLinks).all()).toHaveLength(2);
});

test('a disabled account gets no link', async () => {
  const { deps, forgot, editor } = await createTeam();
  deps.db.update(users).set({ status: 'disabled' }).run();
  await forgot(editor.email);
  expect(deps.db.select().from(accountLinks).all()).toEqual([]);
});

test('one address gets three links an hour, and one network asks ten times [F6]', async () => {
  const { deps, editor, forgot } = await createTeam();
  for (let round = 0; round < 5; round++) expect((await forgot(editor.email)).status).toBe(200);
  expect(deps.db.select().from(outboxMessages).all()).toHaveLength(3);
  for (let round = 5; round < 10; round++) await forgot('nobody@example.org');
  const refused = await forgot('nobody@example.org');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.any(String)]);
  expect((await forgot('nobody@example.org', '198.51.100.9')).status).toBe(200);
});

test('a forged host changes no link [Z9, F8]', async () => {
  const { app, tokens, editor } = await createTeam();
  const headers = { host: 'evil.test', 'x-forwarded-host': 'evil.test' };
  const reply = await send(app, `/api/auth/users/${editor._id}/link`, { method: 'POST', token: tokens.owner, headers });
  expect(reply.body.link).toMatch(/^http:\/\/site\.test\/admin\/password#/);
});
