import { eq } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import {
  type ReceivedCall as Call,
  createPublishingFixture as createFixture,
  startEndpoint,
} from '../../test/publishing-fixture.ts';
import { releases } from '../platform/db/schema/core.ts';
import { retryDelaysMs } from './webhooks/deliveries.ts';

const editor = { id: 'u1', name: 'Editor' };
const releaseId = '000001-0123abcd';

test('a saved revision is sent once, signed, without the content [W1]', async () => {
  const { endpoint, save, rows, sendDue, deps } = await createFixture();
  save(1);
  await sendDue();
  expect(rows()[0]?.state).toBe('delivered');
  expect(endpoint.calls).toHaveLength(1);
  const { headers, body } = endpoint.calls[0] as Call;
  // The verifier compares the time with the real clock, so the signature is computed again instead.
  expect(headers['webhook-timestamp']).toBe(String(Math.floor(deps.now().getTime() / 1000)));
  expect(JSON.parse(body)).toEqual({
    type: 'content.published',
    timestamp: deps.now().toISOString(),
    data: { revision: 1 },
  });
  const expected = new Webhook(deps.secrets.webhook).sign(String(headers['webhook-id']), deps.now(), body);
  expect(headers['webhook-signature']).toBe(expected);
});

test('a failed delivery is retried later, and a newer revision supersedes it [W9]', async () => {
  let status = 500;
  const { deps, endpoint, save, rows, sendDue } = await createFixture({ status: () => status });
  save(1);
  expect(await sendDue()).toBe(retryDelaysMs[0]);
  expect(rows()).toMatchObject([{ state: 'pending', attempts: 1, lastError: 'The endpoint answered 500.' }]);
  save(2);
  await sendDue();
  expect(rows()[0]?.state).toBe('superseded');
  status = 202;
  deps.clock.advance(retryDelaysMs[0] ?? 0);
  await sendDue();
  expect(rows()[1]?.state).toBe('delivered');
  expect(JSON.parse(endpoint.calls.at(-1)?.body ?? '{}').data.revision).toBe(2);
});

test('after the last attempt a delivery has failed and shows the reason', async () => {
  const { deps, save, rows, sendDue } = await createFixture({ status: () => 503 });
  save(1);
  for (const [attempt, delayMs] of retryDelaysMs.entries()) {
    await sendDue();
    expect(rows()).toMatchObject([{ state: 'pending', attempts: attempt + 1 }]);
    deps.clock.advance(delayMs);
  }
  expect(await sendDue()).toBe(Number.POSITIVE_INFINITY);
  expect(rows()).toMatchObject([
    { state: 'failed', attempts: retryDelaysMs.length + 1, lastError: 'The endpoint answered 503.' },
  ]);
});

test('410 ends the deliveries at once; a redirect is a failure and is not followed [W6, W9]', async () => {
  let status = 410;
  const { endpoint, save, rows, sendDue } = await createFixture({ status: () => status });
  save(1);
  await sendDue();
  expect(rows()).toMatchObject([{ state: 'failed', lastError: 'The endpoint answered 410 Gone.' }]);
  status = 302;
  save(2);
  await sendDue();
  expect(rows()[1]).toMatchObject({ state: 'pending', attempts: 1, lastError: 'The endpoint answered 302.' });
  expect(endpoint.calls).toHaveLength(2);
});

test('a delivery that was pending when the process was killed is sent after the next start [R28]', async () => {
  const { endpoint, save, rows, restart } = await createFixture();
  save(7);
  await restart().jobs.runDue();
  expect(rows()).toMatchObject([{ revision: 7, state: 'delivered' }]);
  expect(endpoint.calls).toHaveLength(1);
});

const activated = (revision: number, id = releaseId) => ({
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

test('other endpoints are notified once a revision is live, in their own format and not too often', async () => {
  const hook = await startEndpoint(() => 204);
  const endpoints = JSON.stringify([
    { url: hook.url, format: 'github', token: 'secret-token', minIntervalSeconds: 60 },
  ]);
  const { deps, publishing, save, rows, sendDue } = await createFixture({ env: { WEBHOOK_ENDPOINTS: endpoints } });
  const states = () => rows().flatMap(({ endpoint, state }) => (endpoint === hook.url ? [state] : []));
  const goLive = (revision: number) => {
    const id = `00000${revision}-0123abcd`;
    publishing.report(activated(revision, id));
    publishing.report(liveReport(revision, deps.now().toISOString(), id));
  };
  save(1);
  expect(states()).toEqual([]);
  goLive(1);
  await sendDue();
  expect(states()).toEqual(['delivered']);
  expect(hook.calls[0]?.headers.authorization).toBe('Bearer secret-token');
  expect(JSON.parse(hook.calls[0]?.body ?? '')).toEqual({
    event_type: 'content-published',
    client_payload: { revision: 1 },
  });
  for (const revision of [2, 3]) {
    save(revision);
    goLive(revision);
  }
  expect(await sendDue()).toBe(60_000);
  expect(states()).toEqual(['delivered', 'superseded', 'pending']);
  expect(hook.calls).toHaveLength(1);
  deps.clock.advance(60_000);
  await sendDue();
  expect(hook.calls).toHaveLength(2);
  expect(JSON.parse(hook.calls[1]?.body ?? '').client_payload.revision).toBe(3);
});

test('a save and a manual retry send at once, without waiting for the next poll', async () => {
  const { jobs, deliveries, endpoint, save, rows } = await createFixture();
  jobs.start();
  save(1);
  await expect.poll(() => rows()[0]?.state, { timeout: 20_000 }).toBe('delivered');
  deliveries.retry(rows()[0]?.id ?? '', editor);
  await expect.poll(() => endpoint.calls.length, { timeout: 20_000 }).toBe(2);
});

test('webhook endpoints are notified once of an unverified release, which becomes live when it is seen later', async () => {
  const hook = await startEndpoint(() => 204);
  const env = { WEBHOOK_ENDPOINTS: JSON.stringify([{ url: hook.url, format: 'github', token: 'secret-token' }]) };
  const { deps, publishing, save, sendDue } = await createFixture({ env });
  save(1);
  publishing.report(activated(1));
  publishing.report({ state: 'unverified', revision: 1, releaseId, detail: 'The address shows another release.' });
  expect(publishing.status()).toMatchObject({
    state: 'unverified',
    faults: [{ detail: 'The address shows another release.' }],
  });
  await sendDue();
  expect(hook.calls).toHaveLength(1);
  publishing.report(liveReport(1, deps.now().toISOString()));
  expect(publishing.status()).toMatchObject({ state: 'live', faults: [] });
  await sendDue();
  expect(hook.calls).toHaveLength(1);
});

test('while the database cannot be written, a delivery is not sent over and over', async () => {
  const { deps, jobs, endpoint, save } = await createFixture();
  jobs.start();
  save(1);
  deps.db.$client.pragma('query_only = ON');
  await expect.poll(() => endpoint.calls.length, { timeout: 20_000 }).toBe(1);
  // Meanwhile, deliveries without a rest would have been sent a hundred times.
  for (let turn = 0; turn < 100; turn++) {
    await fetch(endpoint.url, { method: 'POST', body: 'probe' });
  }
  expect(endpoint.calls.filter(({ body }) => body !== 'probe')).toHaveLength(1);
  deps.db.$client.pragma('query_only = OFF');
});

test('a repeated report after a restart changes nothing', async () => {
  const { deps, publishing, save } = await createFixture();
  save(1);
  publishing.report(activated(1));
  publishing.report(liveReport(1, deps.now().toISOString()));
  const before = publishing.status();
  deps.clock.advance(3_600_000);
  publishing.report(activated(1));
  publishing.report(liveReport(1, deps.now().toISOString()));
  expect(publishing.status()).toEqual(before);
});

test('a failed rollback is reported, and each new request raises the generation', async () => {
  const { publishing, save } = await createFixture();
  save(1);
  publishing.report(activated(1));
  const { generation } = publishing.targetRevision();
  publishing.rollback(releaseId, editor);
  expect(publishing.targetRevision().generation).toBe(generation + 1);
  publishing.report({ state: 'failed', revision: 1, faults: [{ detail: 'Its files are gone.' }] });
  expect(publishing.status()).toMatchObject({ state: 'failed', pinnedRelease: releaseId });
  publishing.resume(editor);
  expect(publishing.targetRevision().generation).toBe(generation + 2);
  expect(publishing.status()).toMatchObject({ state: 'saved', faults: [] });
});

test('the status goes from saved to live and contains the duration', async () => {
  const { deps, publishing, save } = await createFixture();
  const seen: string[] = [];
  publishing.events.on('status', ({ state }) => seen.push(state));
  save(1);
  publishing.report({ state: 'publishing', revision: 1 });
  publishing.report(activated(1));
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

test('a late report about an older revision does not hide that a newer one is being published', async () => {
  const { publishing, save } = await createFixture();
  save(1);
  save(2);
  publishing.report(activated(1));
  publishing.report({ state: 'live', revision: 1, releaseId, verifiedAt: '2026-11-21T10:00:01.000Z' });
  expect(publishing.status()).toMatchObject({ state: 'saved', revision: 2, liveRevision: 1 });
  publishing.report({ state: 'failed', revision: 1, faults: [{ detail: 'old' }] });
  expect(publishing.status()).toMatchObject({ state: 'saved', faults: [] });
});

test('a failure names its faults until the next save', async () => {
  const { publishing, save } = await createFixture();
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

test('while a release is pinned, the status names the user and time of the rollback, even after other saves', async () => {
  const { deps, publishing, save } = await createFixture();
  save(1);
  publishing.report(activated(1));
  publishing.rollback(releaseId, editor);
  const { savedAt } = publishing.status();
  deps.clock.advance(60_000);
  save(2);
  expect(publishing.status()).toMatchObject({ state: 'rolled-back', revision: 2, savedBy: 'Editor', savedAt });
  publishing.resume({ id: 'u2', name: 'Editor Two' });
  expect(publishing.status()).toMatchObject({ savedBy: 'Editor Two', savedAt: deps.now().toISOString() });
});

test('a rollback pauses automatic publishing until it is resumed', async () => {
  const { deps, publishing, save } = await createFixture();
  save(1);
  publishing.report(activated(1));
  publishing.rollback(releaseId, editor);
  save(2);
  expect(publishing.targetRevision()).toMatchObject({ revision: 2, pinnedRelease: releaseId });
  expect(publishing.status().state).toBe('rolled-back');
  publishing.resume(editor);
  expect(publishing.targetRevision()).toMatchObject({ revision: 2, pinnedRelease: null });
  expect(() => publishing.resume(editor)).toThrow('not paused');
  expect(deps.db.select().from(releases).where(eq(releases.id, releaseId)).all()).toHaveLength(1);
});

test('the status lists where the publisher delivers releases, and a failed delivery can be retried', async () => {
  const { publishing } = await createFixture();
  expect(publishing.status().targets).toEqual([]);
  const seen: string[] = [];
  publishing.events.on('status', ({ targets }) => seen.push(...targets.map(({ phase }) => phase)));
  const target = { name: 'edge', required: false, release: releaseId };
  const rest = { liveMs: null, problem: 'The store is full.', retryAt: null };
  publishing.reportTargets([{ ...target, ...rest, phase: 'live', problem: null }]);
  expect(() => publishing.retry(editor)).toThrow('Nothing has to be published again');
  publishing.reportTargets([{ ...target, ...rest, phase: 'failed' }]);
  const { generation } = publishing.targetRevision();
  publishing.retry(editor);
  expect(publishing.targetRevision().generation).toBe(generation + 1);
  expect(seen.slice(0, 2)).toEqual(['live', 'failed']);
});
