import type { User } from '@threadline/schema/wire/user';
import { expect, test } from 'vitest';
import { createTeam, newUser, userPath } from '../../test/team-fixture.ts';
import { footprint, send } from '../../test/test-app.ts';
import { passkeys, recoveryCodes, totpSecrets } from '../platform/db/schema/accounts.ts';
import { auditLog } from '../platform/db/schema/core.ts';
import { emptyUserTrash } from './user-trash.ts';

async function createFixture() {
  const team = await createTeam();
  const { app, ids, tokens } = team;
  const call = (method: string, path: string, token = tokens.owner) => send(app, userPath(path), { method, token });
  const remove = (id: string) => call('DELETE', id);
  return { ...team, call, remove, restore: (id: string, token?: string) => call('POST', `${id}/restore`, token), ids };
}

test('a deleted user is signed out at once, and is restored as the same user with the same password', async () => {
  const { app, call, deps, ids, login, remove, restore, tokens } = await createFixture();
  const everybody = async () => {
    const { body } = await send(app, '/api/auth/users', { token: tokens.owner });
    return body.users.toSorted((one: User, other: User) => one._id.localeCompare(other._id));
  };
  const before = await everybody();
  await remove(ids.editor);
  expect((await send(app, '/auth/me', { token: tokens.editor })).status).toBe(401);
  expect((await login('editor@example.org')).status).toBe(401);
  expect((await call('GET', 'trash')).body.users).toMatchObject([
    { _id: ids.editor, name: 'Editor', email: 'editor@example.org', role: 'admin', deletedBy: 'Owner' },
  ]);

  const { status, body: back } = await restore(ids.editor);
  expect([status, back.user._id]).toEqual([200, ids.editor]);
  expect(await everybody()).toEqual(before);
  expect((await send(app, '/auth/me', { token: tokens.editor })).status).toBe(401);
  expect((await login('editor@example.org')).status).toBe(200);
  expect((await call('GET', 'trash')).body.users).toEqual([]);
  expect(
    deps.db
      .select()
      .from(auditLog)
      .all()
      .map(({ action }) => action),
  ).toContain('user.restored');
});

test('second factors are restored with the account', async () => {
  const { deps, ids, remove, restore } = await createFixture();
  const userId = ids.editor;
  const at = deps.now().toISOString();
  const publicKey = Buffer.from([0, 255, 7]);
  const passkey = { id: 'p1', userId, credentialId: 'c', publicKey, counter: 3, transports: ['usb'], name: 'Key' };
  deps.db
    .insert(passkeys)
    .values({ ...passkey, createdAt: at, backedUp: false })
    .run();
  deps.db.insert(totpSecrets).values({ userId, encryptedSecret: 'ciphertext', createdAt: at, confirmedAt: at }).run();
  deps.db.insert(recoveryCodes).values({ userId, codeHash: 'hash' }).run();
  const factors = () => [passkeys, totpSecrets, recoveryCodes].map((table) => deps.db.select().from(table).all());
  const before = factors();
  await remove(userId);
  expect(factors()).toEqual([[], [], []]);
  await restore(userId);
  expect(factors()).toEqual(before);
});

test('the email is free at once; its new owner keeps it, and a restore is refused without changes', async () => {
  const { app, deps, ids, remove, restore, tokens } = await createFixture();
  await remove(ids.editor);
  const body = { ...newUser, email: 'Editor@example.org' };
  expect((await send(app, '/auth/create-admin', { body, token: tokens.owner })).status).toBe(201);
  const before = footprint(deps);
  const reply = await restore(ids.editor);
  expect([reply.status, reply.body.message]).toEqual([409, 'A user with this email already exists.']);
  expect(footprint(deps)).toEqual(before);
});

test('only a super admin brings a super admin back', async () => {
  const { deps, ids, remove, restore, tokens } = await createFixture();
  await remove(ids.second);
  const before = footprint(deps);
  expect((await restore(ids.second, tokens.editor)).status).toBe(403);
  expect(footprint(deps)).toEqual(before);
  expect((await restore(ids.second)).body.user.role).toBe('super_admin');
});

test('after 30 days an account is forgotten for good', async () => {
  const { deps, ids, remove, restore, signIn, owner } = await createFixture();
  await remove(ids.editor);
  deps.clock.advance(30 * 24 * 3_600_000);
  emptyUserTrash(deps);
  const { token } = await signIn(owner);
  deps.clock.advance(1);
  emptyUserTrash(deps);
  const reply = await restore(ids.editor, token);
  expect([reply.status, reply.body.message]).toEqual([404, 'This account is no longer in the trash.']);
});
