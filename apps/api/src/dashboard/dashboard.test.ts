import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dashboardSchema } from '@threadline/schema/dashboard';
import { expect, test } from 'vitest';
import { createAccountScene } from '../../test/account-scene.ts';
import { createTestApp, send } from '../../test/test-app.ts';
import { createContentQueries } from '../content/queries.ts';
import { createContentService } from '../content/service.ts';
import { auditLog } from '../db/schema.ts';
import { createPublishing } from '../publishing/service.ts';
import { createLiveRelease } from '../releases/live-release.ts';
import { createDataSize } from './data-size.ts';
import { dashboardRoutes } from './routes.ts';

async function createDashboard() {
  const scene = createAccountScene();
  const { deps, sessions } = scene;
  const publishing = createPublishing(deps, []);
  const content = createContentService(deps, createContentQueries(deps.db), publishing);
  const liveRelease = createLiveRelease(join(deps.config.dataDir, 'releases'));
  const app = createTestApp(deps, [['/api/dashboard', dashboardRoutes(deps, { sessions, publishing, liveRelease })]]);
  const user = await scene.addUser('Asha');
  const { token } = await scene.signIn(user);
  return { deps, app, content, token, user };
}

test('the dashboard counts what is there, and says what happened last', async () => {
  const { app, content, token, user } = await createDashboard();
  content.save([{ section: 'hero', key: 'title', value: 'Hello' }], { id: user._id, name: user.name });
  const reply = await send(app, '/api/dashboard', { token });
  expect(reply.status).toBe(200);
  const dashboard = dashboardSchema.parse(reply.body);
  expect(dashboard).toMatchObject({ contentItems: 1, images: 0, users: 1, contactRequests: 0 });
  expect(dashboard.site).toEqual({ online: false, release: null, revision: null, liveAt: null });
  expect(dashboard.activity[0]).toMatchObject({ by: 'Asha', action: 'content.created', subject: 'hero.title' });
  expect(dashboard.system).toMatchObject({ version: '0.1.0', database: 'connected', node: process.versions.node });
});

test('what the seed put there is only told while nothing else has happened', async () => {
  const { app, content, deps, token, user } = await createDashboard();
  const actions = async () =>
    dashboardSchema.parse((await send(app, '/api/dashboard', { token })).body).activity.map(({ subject }) => subject);
  deps.db.delete(auditLog).run();
  content.save([{ section: 'hero', key: 'title', value: 'From the seed' }], null);
  expect(await actions()).toEqual(['hero.title']);
  content.save([{ section: 'hero', key: 'subtitle', value: 'Written' }], { id: user._id, name: user.name });
  expect(await actions()).toEqual(['hero.subtitle']);
});

test('the dashboard is for people who are signed in', async () => {
  const { app } = await createDashboard();
  expect((await send(app, '/api/dashboard')).status).toBe(401);
});

test('the size of the data is that of all its files, and counted once in five minutes', async () => {
  const { deps } = await createDashboard();
  const folder = join(deps.config.dataDir, 'media');
  mkdirSync(join(folder, 'deep'), { recursive: true });
  writeFileSync(join(folder, 'a'), 'x'.repeat(1000));
  const dataSize = createDataSize(folder);
  expect(await dataSize(deps.now())).toBe(1000);
  writeFileSync(join(folder, 'deep', 'b'), 'x'.repeat(500));
  expect(await dataSize(deps.now())).toBe(1000);
  deps.clock.advance(5 * 60_000 + 1);
  expect(await dataSize(deps.now())).toBe(1500);
});
