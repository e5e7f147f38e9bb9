import { eq } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import {
  type ReceivedCall as Call,
  createPublishingScene as createScene,
  startEndpoint,
} from '../../test/publishing-scene.ts';
import { releases } from '../platform/db/schema/core.ts';
import { createDeliverer, retryDelaysMs } from './webhooks/deliver.ts';

const editor = { id: 'u1', name: 'Editor' };
const releaseId = '000001-0123abcd';

test('a saved revision is announced once, signed, without the content [W1]', async () => {
  const { endpoint, save, rows, settled, deps } = await createScene();
  save(1);
  await settled();
  await expect.poll(() => rows()[0]?.state).toBe('delivered');
  expect(endpoint.calls).toHaveLength(1);
  const { headers, body } = endpoint.calls[0] as Call;
  // The test clock stands still, so the tolerance of the verifier is against the real one: sign time is checked apart.
  expect(headers['webhook-timestamp']).toBe(String(Math.floor(deps.now().getTime() / 1000)));
  expect(JSON.parse(body)).toEqual({
    type: 'content.published',
    timestamp: deps.now().toISOString(),
    data: { revision: 1 },
  });
  const expected = new Webhook(deps.secrets.webhook).sign(String(headers['webhook-id']), deps.now(), body);
  expect(headers['webhook-signature']).toBe(expected);
});

test('an endpoint that fails is tried again later, and a newer revision replaces the older notice [W9]', async () => {
  let status = 500;
  const { deps, deliverer, endpoint, save, rows, settled } = await createScene({ status: () => status });
  save(1);
  await settled();
  await expect
    .poll(() => rows()[0])
    .toMatchObject({ state: 'pending', attempts: 1, lastError: 'The endpoint answered 500.' });
  save(2);
  await settled();
  expect(rows()[0]?.state).toBe('superseded');
  status = 202;
  deps.clock.advance((retryDelaysMs[0] ?? 0) * 2);
  deliverer.start();
  await expect.poll(() => rows()[1]?.state).toBe('delivered');
  expect(JSON.parse(endpoint.calls.at(-1)?.body ?? '{}').data.revision).toBe(2);
});

test('after the last attempt a delivery has failed for good and says why', async () => {
  const { deps, deliverer, save, rows } = await createScene({ status: () => 503 });
  save(1);
  for (const attempt of retryDelaysMs.keys()) {
    await expect.poll(() => rows()[0]?.attempts).toBe(attempt + 1);
    deps.clock.advance((retryDelaysMs[attempt] ?? 0) * 2);
    deliverer.start();
  }
  await expect
    .poll(() => rows()[0])
    .toMatchObject({ state: 'failed', attempts: retryDelaysMs.length + 1, lastError: 'The endpoint answered 503.' });
});

test('410 ends the deliveries at once, a redirect is a failure and is not followed [W6, W9]', async () => {
  let status = 410;
  const { save, rows } = await createScene({ status: () => status });
  save(1);
  await expect.poll(() => rows()[0]?.state).toBe('failed');
  status = 302;
  save(2);
  await expect
    .poll(() => rows()[1])
    .toMatchObject({ state: 'pending', attempts: 1, lastError: 'The endpoint answered 302.' });
});

test('a delivery that was pending when the process died goes out after the next start [R28]', async () => {
  const { deps, publishing, endpoint, rows } = await createScene();
  deps.db.transaction((tx) => publishing.recordSaved(tx, { revision: 7, at: deps.now().toISOString(), by: null }));
  const restarted = createDeliverer(deps, publishing);
  onTestFinished(() => restarted.stop());
  restarted.start();
  await expect.poll(() => rows()[0]?.state).toBe('delivered');
  expect(endpoint.calls).toHaveLength(1);
});

const switched = (revision: number, id = releaseId) => ({
  state: 'activated' as const,
  revision,
  releaseId: id,
  files: 3,
  bytes: 100,
  steps: { render: 4 },
});

const liveReport = (revision: number, at: string, id = releaseId) => ({
  state: 'live' as const,
  revision,
  releaseId: id,
  verifiedAt: at,
});

test('other endpoints are told once a revision is live, in their own format and not too often', async () => {
  const hook = await startEndpoint(() => 204);
  const endpoints = JSON.stringify([
    { url: hook.url, format: 'github', token: 'secret-token', minIntervalSeconds: 60 },
  ]);
  const { deps, deliverer, publishing, save, rows } = await createScene({ env: { WEBHOOK_ENDPOINTS: endpoints } });
  const hookRows = () => rows().filter(({ endpoint }) => endpoint === hook.url);
  const goLive = (revision: number) => {
    const id = `00000${revision}-0123abcd`;
    publishing.report(switched(revision, id));
    publishing.report(liveReport(revision, deps.now().toISOString(), id));
  };
  save(1);
  expect(hookRows()).toEqual([]);
  goLive(1);
  await expect.poll(() => hookRows()[0]?.state).toBe('delivered');
  expect(hook.calls[0]?.headers.authorization).toBe('Bearer secret-token');
  expect(JSON.parse(hook.calls[0]?.body ?? '')).toEqual({
    event_type: 'content-published',
    client_payload: { revision: 1 },
  });
  for (const revision of [2, 3]) {
    save(revision);
    goLive(revision);
  }
  await expect
    .poll(() =>
      hookRows().filter(({ state, nextAttemptAt }) => state === 'pending' && nextAttemptAt > deps.now().toISOString()),
    )
    .toHaveLength(1);
  expect(hook.calls).toHaveLength(1);
  deps.clock.advance(60_000);
  deliverer.start();
  await expect.poll(() => hook.calls.length).toBe(2);
  expect(JSON.parse(hook.calls[1]?.body ?? '').client_payload.revision).toBe(3);
});

test('a release that is not seen says so and is announced nevertheless; the next look that succeeds ends that', async () => {
  const hook = await startEndpoint(() => 204);
  const env = { WEBHOOK_ENDPOINTS: JSON.stringify([{ url: hook.url, format: 'github', token: 'secret-token' }]) };
  const { deps, publishing, save } = await createScene({ env });
  save(1);
  publishing.report(switched(1));
  publishing.report({ state: 'unverified', revision: 1, releaseId, detail: 'The address shows another release.' });
  expect(publishing.status()).toMatchObject({
    state: 'unverified',
    faults: [{ detail: 'The address shows another release.' }],
  });
  await expect.poll(() => hook.calls.length).toBe(1);
  publishing.report(liveReport(1, deps.now().toISOString()));
  expect(publishing.status()).toMatchObject({ state: 'live', faults: [] });
});

test('while the database cannot be written the deliverer rests instead of calling over and over', async () => {
  const { deps, endpoint, save } = await createScene();
  save(1);
  deps.db.$client.pragma('query_only = ON');
  await expect.poll(() => endpoint.calls.length).toBe(1);
  // A hundred answers later it would have called a hundred times.
  for (let turn = 0; turn < 100; turn++) {
    await fetch(endpoint.url, { method: 'POST', body: 'probe' });
  }
  expect(endpoint.calls.filter(({ body }) => body !== 'probe')).toHaveLength(1);
  deps.db.$client.pragma('query_only = OFF');
});

test('what is said once more after a restart is no news', async () => {
  const { deps, publishing, save } = await createScene();
  save(1);
  publishing.report(switched(1));
  publishing.report(liveReport(1, deps.now().toISOString()));
  const before = publishing.status();
  deps.clock.advance(3_600_000);
  publishing.report(switched(1));
  publishing.report(liveReport(1, deps.now().toISOString()));
  expect(publishing.status()).toEqual(before);
});

test('a rollback that fails says so, and every new wish is a new order', async () => {
  const { publishing, save } = await createScene();
  save(1);
  publishing.report(switched(1));
  const { generation } = publishing.target();
  publishing.rollback(releaseId, editor);
  expect(publishing.target().generation).toBe(generation + 1);
  publishing.report({ state: 'failed', revision: 1, faults: [{ detail: 'Its files are gone.' }] });
  expect(publishing.status()).toMatchObject({ state: 'failed', pinnedRelease: releaseId });
  publishing.resume(editor);
  expect(publishing.target().generation).toBe(generation + 2);
  expect(publishing.status()).toMatchObject({ state: 'saved', faults: [] });
});

test('the status walks from saved to live and tells how long it took', async () => {
  const { deps, publishing, save } = await createScene();
  const seen: string[] = [];
  publishing.events.on('status', ({ state }) => seen.push(state));
  save(1);
  publishing.report({ state: 'publishing', revision: 1 });
  publishing.report(switched(1));
  deps.clock.advance(84);
  publishing.report({ state: 'live', revision: 1, releaseId, verifiedAt: deps.now().toISOString() });
  expect(seen).toEqual(['saved', 'publishing', 'activated', 'live']);
  expect(publishing.status()).toMatchObject({
    state: 'live',
    liveMs: 84,
    liveRelease: releaseId,
    liveRevision: 1,
    revision: 1,
  });
});

test('a late report about an older revision does not hide that a newer one is on its way', async () => {
  const { publishing, save } = await createScene();
  save(1);
  save(2);
  publishing.report(switched(1));
  publishing.report({ state: 'live', revision: 1, releaseId, verifiedAt: '2026-11-21T10:00:01.000Z' });
  expect(publishing.status()).toMatchObject({ state: 'saved', revision: 2, liveRevision: 1 });
  publishing.report({ state: 'failed', revision: 1, faults: [{ detail: 'old' }] });
  expect(publishing.status()).toMatchObject({ state: 'saved', faults: [] });
});

test('a failure names its faults until the next save', async () => {
  const { publishing, save } = await createScene();
  save(1);
  publishing.report({
    state: 'failed',
    revision: 1,
    faults: [{ detail: 'This link leads nowhere.', section: 'hero', key: 'slide-a' }],
  });
  expect(publishing.status()).toMatchObject({ state: 'failed', faults: [{ section: 'hero', key: 'slide-a' }] });
  save(2);
  expect(publishing.status()).toMatchObject({ state: 'saved', faults: [] });
});

test('while a release is pinned, the status names who rolled back and when, whoever saves', async () => {
  const { deps, publishing, save } = await createScene();
  save(1);
  publishing.report(switched(1));
  publishing.rollback(releaseId, editor);
  const { savedAt } = publishing.status();
  deps.clock.advance(60_000);
  save(2);
  expect(publishing.status()).toMatchObject({ state: 'rolled-back', revision: 2, savedBy: 'Editor', savedAt });
  publishing.resume({ id: 'u2', name: 'Editor Two' });
  expect(publishing.status()).toMatchObject({ savedBy: 'Editor Two', savedAt: deps.now().toISOString() });
});

test('a rollback holds automatic publishing until it is resumed', async () => {
  const { deps, publishing, save } = await createScene();
  save(1);
  publishing.report(switched(1));
  publishing.rollback(releaseId, editor);
  save(2);
  expect(publishing.target()).toMatchObject({ revision: 2, pinnedRelease: releaseId });
  expect(publishing.status().state).toBe('rolled-back');
  publishing.resume(editor);
  expect(publishing.target()).toMatchObject({ revision: 2, pinnedRelease: null });
  expect(() => publishing.resume(editor)).toThrow('not paused');
  expect(deps.db.select().from(releases).where(eq(releases.id, releaseId)).all()).toHaveLength(1);
});
