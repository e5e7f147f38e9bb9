import { createApp, createServices } from '../src/app.ts';
import { createAccountFixture } from './account-fixture.ts';
import { send } from './test-app.ts';

export const release = (revision: number) => `00000${revision}-0123abcd`;

/** The whole API with review mode on, and one text that is live. */
export async function createReviewFixture({ review = true } = {}) {
  const { deps, addUser, signIn } = createAccountFixture({ PUBLISHER_URL: 'http://127.0.0.1:1' });
  const services = createServices(deps);
  const app = createApp(deps, services);
  const { token } = await signIn(await addUser('Editor'));
  const { publishing, content, queries } = services;
  const call = (method: string, path: string, body?: unknown) =>
    send(app, `/api/publishing/${path}`, { method, body, token });
  const save = (value: string, key = 'title') =>
    content.save([{ section: 'hero', key, value }], { id: 'u1', name: 'Editor' }).revision;
  const goLive = (revision: number) => {
    const releaseId = release(revision);
    publishing.report({ state: 'activated', revision, releaseId, files: 1, bytes: 1, steps: {} });
    publishing.report({ state: 'live', revision, releaseId, verifiedAt: deps.now().toISOString() });
  };
  goLive(save('First words'));
  if (review) await call('PUT', 'review', { review: true });
  const status = () => publishing.status();
  const live = async () => (await send(app, '/api/snapshot')).body;
  return { app, call, content, deps, goLive, live, publishing, queries, save, services, status, token };
}
