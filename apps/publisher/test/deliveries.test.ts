import type { IncomingMessage, ServerResponse } from 'node:http';
import { openObjectStore } from '@threadline/object-store/object-store';
import { createBucketTarget } from '@threadline/publish-targets/bucket-target';
import { openTarget } from '@threadline/publish-targets/open-target';
import { type TargetSettings, targetsSchema } from '@threadline/publish-targets/settings';
import { createStoreTarget } from '@threadline/publish-targets/store-target';
import { expect, inject, test, vi } from 'vitest';
import { startServer } from '../../../packages/object-store/test/start-server.ts';
import { createReleases } from '../../../packages/publish-targets/test/fixture-release.ts';
import {
  createFaulty,
  createTestFolder,
  createTestTarget,
  damageFile,
  listDifferences,
  testKinds,
} from '../../../packages/publish-targets/test/test-target.ts';
import { isLive, runDeliveries } from './run-deliveries.ts';

const testWithStore = test.skipIf(inject('objectStore') === '');
const testKind = testWithStore.each(testKinds);

/** Opens a target whose requests are repeated at once. */
function openQuick(settings: TargetSettings) {
  if (settings.kind !== 'store' && settings.kind !== 'bucket') return openTarget(settings);
  const store = openObjectStore(settings.url, { timeoutMs: 300, firstPauseMs: 1 });
  return settings.kind === 'store' ? createStoreTarget(store) : createBucketTarget(store);
}

const refuse =
  (status: number, code: string, headers: Record<string, string> = {}) =>
  (request: IncomingMessage, reply: ServerResponse) => {
    request.resume();
    reply
      .writeHead(status, headers)
      .end(`<Error><Code>${code}</Code><AWSAccessKeyId>test-key</AWSAccessKeyId></Error>`);
  };

testWithStore.each([
  ['a wrong key', refuse(403, 'InvalidAccessKeyId'), 'refuses the access key (InvalidAccessKeyId).'],
  ['a missing permission', refuse(403, 'AccessDenied'), 'refuses the access key (AccessDenied).'],
  ['a wrong region', refuse(400, 'AuthorizationHeaderMalformed'), 'belongs to another region.'],
  ['a missing bucket', refuse(404, 'NoSuchBucket'), 'does not exist.'],
  [
    'a wrong clock',
    refuse(403, 'RequestTimeTooSkewed'),
    'refuses requests because the clock of this machine is wrong.',
  ],
  ['too many requests', refuse(429, 'SlowDown', { 'retry-after': '0' }), 'answered with 429 (SlowDown).'],
  ['an internal error', refuse(500, 'InternalError'), 'answered with 500 (InternalError).'],
  ['no answer', () => undefined, 'did not answer within 0.3 s.'],
  [
    'a torn connection',
    (request: IncomingMessage) => request.socket.destroy(),
    /cannot be reached \((UND_ERR_SOCKET|ECONNRESET|other side closed)\)\.$/,
  ],
  ['a full quota', refuse(403, 'QuotaExceeded'), 'is full: its quota is used up.'],
  ['a full disk', refuse(507, 'InsufficientStorage'), 'is full.'],
] as const)(
  '%s is a sentence for editors; other targets are live, and the repaired one follows without a save',
  async (_, answer, sentence) => {
    const faulty = await createFaulty();
    const disk = await createTestTarget('folder');
    const release = await createReleases(createTestFolder())('First');
    const run = await runDeliveries([faulty.settings, disk.settings], { open: openQuick });
    faulty.proxy.setAnswer(answer);
    run.deliver(release);
    const { problem, retryAt } = await run.target('store', ({ phase }) => phase === 'failed');
    const name = /^The store \S+ at 127\.0\.0\.1:\d+ /;
    expect(problem).toMatch(name);
    expect(problem?.replace(name, '')).toMatch(sentence);
    expect(problem).not.toMatch(/test-key/);
    expect(retryAt).not.toBeNull();
    await run.target('folder', isLive(release));
    expect(await run.report('live')).toMatchObject({ releaseId: release.manifest.id });
    faulty.proxy.setAnswer(undefined);
    await run.target('store', isLive(release));
    expect(await listDifferences(faulty.visibleAt, release)).toEqual([]);
  },
);

testWithStore('a pause that the store asks for is not shortened by the next release', async () => {
  const { proxy, settings } = await createFaulty();
  const createRelease = createReleases(createTestFolder());
  const run = await runDeliveries([settings], { open: openQuick });
  proxy.setAnswer(refuse(429, 'SlowDown', { 'retry-after': '600' }));
  run.deliver(await createRelease('First'));
  const failed = await run.target('store', ({ phase }) => phase === 'failed');
  const [requests, after] = [proxy.paths.length, run.states.length];
  const second = await createRelease('Second');
  run.deliver(second);
  const next = await run.target(
    'store',
    ({ phase, release }) => phase === 'failed' && release === second.manifest.id,
    after,
  );
  expect(next.problem).toBe(failed.problem);
  expect(Date.parse(next.retryAt ?? '')).toBeGreaterThan(Date.now() + 500_000);
  expect(proxy.paths.length).toBe(requests);
});

testKind('%s: a deleted file is uploaded again by the daily check', async (kind) => {
  const target = await createTestTarget(kind);
  const release = await createReleases(createTestFolder())('First');
  const run = await runDeliveries([target.settings], { pauses: { maintenanceMs: 30 } });
  run.deliver(release);
  await run.target(kind, isLive(release));
  await damageFile(target, release, { path: '/about/' });
  await vi.waitFor(async () => expect(await listDifferences(target.visibleAt, release)).toEqual([]), {
    timeout: 30_000,
  });
});

testWithStore('a pointer that was moved back is moved forward by the daily check', async () => {
  const { settings, store, visibleAt } = await createTestTarget('store');
  const createRelease = createReleases(createTestFolder());
  const run = await runDeliveries([settings], { pauses: { maintenanceMs: 30 } });
  const [first, second] = [await createRelease('First'), await createRelease('Second')];
  run.deliver(first);
  await run.target('store', isLive(first));
  const before = await store?.get('live.json');
  run.deliver(second);
  await run.target('store', isLive(second));
  await store?.put('live.json', before ?? '', { contentType: 'application/json' });
  await vi.waitFor(async () => expect(await listDifferences(visibleAt, second)).toEqual([]), { timeout: 30_000 });
});

test('a release that another publisher has replaced before it was seen is superseded', async () => {
  const { settings } = await createTestTarget('folder');
  const createRelease = createReleases(createTestFolder());
  const [first, second] = [await createRelease('First'), await createRelease('Second')];
  // Visitors see nothing yet.
  const visibleAt = await startServer((_request, reply) => reply.writeHead(404).end());
  const run = await runDeliveries([{ ...settings, visibleAt }]);
  run.deliver(first);
  await run.target('folder', ({ phase }) => phase === 'verifying');
  const [other] = targetsSchema.parse(JSON.stringify([settings])).map((each) => openTarget(each));
  const order = Date.now() + 1000;
  await other?.upload(second, order, AbortSignal.timeout(30_000));
  await other?.activate(second, order, AbortSignal.timeout(30_000));
  const { problem } = await run.target('folder', ({ phase }) => phase === 'superseded');
  expect(problem).toBe('Another publisher has shown a newer release here.');
});

testWithStore('a required target that shows the release late makes it live after all', async () => {
  const target = await createTestTarget('store');
  let isHidden = true;
  const visibleAt = await startServer(async ({ url = '' }, reply) => {
    if (isHidden) reply.writeHead(503).end();
    else reply.end(await (await fetch(`${target.visibleAt}${url}`)).bytes());
  });
  const release = await createReleases(createTestFolder())('First');
  const run = await runDeliveries([{ ...target.settings, visibleAt, required: true }], { timeoutMs: 50 });
  run.deliver(release);
  expect(await run.report('unverified')).toMatchObject({ detail: 'The target store does not show the release.' });
  const { problem } = await run.target('store', ({ phase }) => phase === 'unverified');
  expect(problem).toBe(`${visibleAt}/release.json answered 503.`);
  isHidden = false;
  expect(await run.report('live')).toMatchObject({ releaseId: release.manifest.id });
});
