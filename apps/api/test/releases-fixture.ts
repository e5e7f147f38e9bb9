import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApp, createServices } from '../src/app.ts';
import { createAccountFixture } from './account-fixture.ts';
import { send } from './test-app.ts';

/** The ids of the two releases: only the files of the first one exist. */
export const availableRelease = '000001-0123abcd';
export const prunedRelease = '000002-0123abcd';

/** Creates the API with two releases, of which the second one is live, and a signed-in editor. */
export async function createReleases() {
  const { deps, addUser, signIn } = createAccountFixture();
  const services = createServices(deps);
  const app = createApp(deps, services);
  const grant = await signIn(await addUser('Editor'));
  for (const [revision, releaseId] of [
    [1, availableRelease],
    [2, prunedRelease],
  ] as const) {
    services.content.save([{ section: 'hero', key: 'title', value: `Title ${revision}` }], { id: 'u', name: 'Editor' });
    services.publishing.report({ state: 'activated', revision, releaseId, files: 3, bytes: 99, steps: { render: 4 } });
  }
  const folder = join(deps.config.dataDir, 'releases', availableRelease);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'manifest.json'), '{}');
  const call = (path: string, method = 'GET') => send(app, path, { method, token: grant.token });
  return { app, call, deps, grant, services };
}

export const editor = { id: 'u', name: 'Editor' };
export const badge = { section: 'hero', key: 'badge-x' };
export const badgeValue = { label: 'Early words', proof: 'Proof', href: '/careers/' };

/** Creates the two releases and a third one that contains a badge. */
export async function createNamedFixture() {
  const { call, deps, services } = await createReleases();
  const { content, publishing } = services;
  const report = (revision: number) => {
    const releaseId = `00000${revision}-0123abcd`;
    publishing.report({ state: 'activated', revision, releaseId, files: 3, bytes: 99, steps: {} });
    deps.clock.advance(1000);
  };
  content.save([{ ...badge, value: badgeValue }], editor);
  report(3);
  return { call, content, deps, report, services };
}
