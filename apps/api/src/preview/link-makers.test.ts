import { expect, test } from 'vitest';
import { createPreviewFixture } from '../../test/preview-fixture.ts';

const password = 'another-one-9';

/** Creates a link of an editor and one of the super admin who manages the editor's account. */
async function createMakers() {
  const fixture = await createPreviewFixture();
  const owner = await fixture.addUser('Owner', 'super_admin');
  const { token: ownerToken } = await fixture.signIn(owner);
  const asOwner = (path: string, method: string, body?: unknown) =>
    fixture.call(path, { method, body, token: ownerToken });
  const { _id: id, name, email } = fixture.editor;
  const make = async (token: string) =>
    (await fixture.call('/api/preview/links', { body: { hours: 24 }, token })).body.path;
  const paths = { editor: await make(fixture.token), owner: await make(ownerToken) };
  const makers = async () =>
    (await asOwner('/api/preview/links', 'GET')).body.links.map((link: { createdBy: string }) => link.createdBy);
  return { ...fixture, asOwner, id, person: { name, email }, paths, makers, ownerToken };
}
type Makers = Awaited<ReturnType<typeof createMakers>>;

test.each<[string, (fixture: Makers) => Promise<{ status: number }>]>([
  ['deleted', ({ asOwner, id }) => asOwner(`/api/auth/users/${id}`, 'DELETE')],
  ['disabled', ({ asOwner, id }) => asOwner(`/api/auth/users/${id}/status`, 'PUT', { status: 'disabled' })],
  [
    'given another role',
    ({ asOwner, id, person }) => asOwner(`/api/auth/users/${id}`, 'PUT', { ...person, role: 'super_admin' }),
  ],
  [
    'given another password',
    ({ asOwner, id, person }) => asOwner(`/api/auth/users/${id}`, 'PUT', { ...person, password }),
  ],
  [
    'sent a password link, and has used it',
    async ({ asOwner, call, id }) => {
      const { body } = await asOwner(`/api/auth/users/${id}/link`, 'POST');
      return call('/api/auth/links/accept', { body: { token: body.link.split('#')[1], password } });
    },
  ],
  ['signed out everywhere', ({ asOwner, id }) => asOwner(`/api/auth/users/${id}/sessions`, 'DELETE')],
  ['signing out all other browsers', ({ call }) => call('/api/account/sessions', { method: 'DELETE' })],
])('the preview links of a user who is %s become invalid, and those of others stay valid [Z17]', async (_, event) => {
  const fixture = await createMakers();
  expect(await fixture.makers()).toEqual(expect.arrayContaining(['Editor', 'Owner']));
  expect((await fixture.visit(fixture.paths.editor)).status).toBe(200);
  expect((await event(fixture)).status).toBe(200);
  expect((await fixture.visit(fixture.paths.editor)).status).toBe(410);
  expect((await fixture.visit(fixture.paths.owner)).status).toBe(200);
  expect(await fixture.makers()).toEqual(['Owner']);
});

test('links stay invalid when their creator is restored, and ending one session keeps the links', async () => {
  const { asOwner, call, id, makers, paths, signIn, editor, visit } = await createMakers();
  await signIn(editor);
  const { body } = await call('/api/account/sessions');
  const { id: otherId } = body.sessions.find(({ current }: { current: boolean }) => !current);
  expect((await call(`/api/account/sessions/${otherId}`, { method: 'DELETE' })).status).toBe(200);
  expect((await visit(paths.editor)).status).toBe(200);
  await asOwner(`/api/auth/users/${id}/status`, 'PUT', { status: 'disabled' });
  await asOwner(`/api/auth/users/${id}/status`, 'PUT', { status: 'active' });
  expect((await visit(paths.editor)).status).toBe(410);
  await asOwner(`/api/auth/users/${id}`, 'DELETE');
  await asOwner(`/api/auth/users/${id}/restore`, 'POST');
  expect((await visit(paths.editor)).status).toBe(410);
  expect(await makers()).toEqual(['Owner']);
});

test('the links of a locked account are invalid until it is unlocked', async () => {
  const { deps, paths, visit } = await createMakers();
  const become = (status: string) =>
    deps.db.$client.prepare("update users set status = ? where name = 'Editor'").run(status);
  become('locked');
  expect((await visit(paths.editor)).status).toBe(410);
  become('active');
  expect((await visit(paths.editor)).status).toBe(200);
});

test('invalid links of a creator do not count towards the limit of fifty', async () => {
  const { asOwner, call, id, ownerToken, token } = await createMakers();
  const make = (maker: string) => call('/api/preview/links', { body: { hours: 1 }, token: maker });
  for (let count = 2; count < 50; count++) await make(token);
  expect((await make(ownerToken)).status).toBe(409);
  await asOwner(`/api/auth/users/${id}/status`, 'PUT', { status: 'disabled' });
  expect((await make(ownerToken)).status).toBe(201);
});
