import { expect, test } from 'vitest';
import { createAccountScene } from '../../test/account-scene.ts';
import { createTestApp, footprint, send } from '../../test/test-app.ts';
import { backupRoutes } from './routes.ts';
import { createBackups } from './store.ts';

/** There is no compiled site here: backups are whole, but not proven. */
async function createScene() {
  const scene = createAccountScene({ PAGE_HASHER: '/nowhere/hash-pages.js' });
  const { deps, sessions } = scene;
  const app = createTestApp(deps, [['/api/backups', backupRoutes(deps, { sessions, backups: createBackups(deps) })]]);
  const tokenOf = async (role: 'admin' | 'super_admin') =>
    (await scene.signIn(await scene.addUser(role === 'admin' ? 'Editor' : 'Owner', role))).token;
  return { deps, app, tokenOf };
}

test('a super admin makes a backup, and everybody sees whether it was proven', async () => {
  const { app, tokenOf } = await createScene();
  const made = await send(app, '/api/backups', { method: 'POST', token: await tokenOf('super_admin') });
  expect(made.status).toBe(201);
  expect(made.body.backup).toMatchObject({ id: '2026-11-21T10-00-00-000Z', proof: { result: 'unproven' } });
  const list = await send(app, '/api/backups', { token: await tokenOf('admin') });
  expect(list.body).toEqual({ success: true, backups: [made.body.backup] });
});

test('an admin may not make one', async () => {
  const { app, deps, tokenOf } = await createScene();
  const token = await tokenOf('admin');
  const before = footprint(deps);
  const refused = await send(app, '/api/backups', { method: 'POST', token });
  expect([refused.status, refused.body.message]).toEqual([403, 'Only a super admin may do this.']);
  expect(footprint(deps)).toEqual(before);
});

test('nothing of a backup can be fetched', async () => {
  const { app, tokenOf } = await createScene();
  const token = await tokenOf('super_admin');
  const { body } = await send(app, '/api/backups', { method: 'POST', token });
  for (const name of ['', '/threadline.db', '/../../keys/webhook-secret']) {
    expect((await send(app, `/api/backups/${body.backup.id}${name}`, { token })).status).toBe(404);
  }
});
