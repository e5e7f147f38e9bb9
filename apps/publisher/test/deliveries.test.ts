import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { openObjectStore } from '@threadline/object-store/object-store';
import { createBucketTarget } from '@threadline/publish-targets/bucket-target';
import { openTarget } from '@threadline/publish-targets/open-target';
import type { TargetSettings } from '@threadline/publish-targets/settings';
import { createStoreTarget } from '@threadline/publish-targets/store-target';
import { expect, inject, test, vi } from 'vitest';
import { startFaultProxy } from '../../../packages/publish-targets/test/fault-proxy.ts';
import { writeFixtureRelease } from '../../../packages/publish-targets/test/fixture-release.ts';
import { startServer } from '../../../packages/publish-targets/test/start-server.ts';
import {
  allKinds,
  createTestFolder,
  createTestTarget,
  damageFile,
  listDifferences,
  type TestKind,
  type TestTarget,
  testKinds,
} from '../../../packages/publish-targets/test/test-target.ts';
import { isLive, runDeliveries } from './run-deliveries.ts';

const testWithStore = test.skipIf(inject('objectStore') === '');
const testKind = testWithStore.each(testKinds);
const testAnyKind = testWithStore.each(allKinds);

function createReleases() {
  const folder = createTestFolder();
  let revision = 0;
  return (title: string) => {
    revision += 1;
    return writeFixtureRelease(folder, { revision, title });
  };
}

/** Creates a target whose store is behind a proxy. */
async function createFaulty(kind: TestKind = 'store') {
  const target = await createTestTarget(kind);
  const proxy = await startFaultProxy(target.settings.url ?? '');
  return { ...target, proxy, settings: { ...target.settings, url: proxy.url } };
}

/** Opens a target whose requests are repeated at once. */
function openQuick(settings: TargetSettings) {
  if (settings.kind !== 'store' && settings.kind !== 'bucket') return openTarget(settings);
  const store = openObjectStore(settings.url, { timeoutMs: 300, firstPauseMs: 1 });
  return settings.kind === 'store' ? createStoreTarget(store) : createBucketTarget(store);
}

/** Returns the order of the release that the target shows; 0 before the first one. */
async function readOrder({ settings, store }: TestTarget): Promise<number> {
  const file = join(settings.path ?? '', 'live.json');
  const key = settings.kind === 'bucket' ? '_threadline/state.json' : 'live.json';
  const body = store ? (await store.get(key))?.body : await readFile(file).catch(() => undefined);
  return body ? JSON.parse(new TextDecoder().decode(body)).order : 0;
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
    const release = await createReleases()('First');
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
  const createRelease = createReleases();
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
  const release = await createReleases()('First');
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
  const createRelease = createReleases();
  const run = await runDeliveries([settings], { pauses: { maintenanceMs: 30 } });
  const [first, second] = [await createRelease('First'), await createRelease('Second')];
  run.deliver(first);
  await run.target('store', isLive(first));
  const before = await store?.get('live.json');
  run.deliver(second);
  await run.target('store', isLive(second));
  await store?.put('live.json', before?.body ?? '', { contentType: 'application/json' });
  await vi.waitFor(async () => expect(await listDifferences(visibleAt, second)).toEqual([]), { timeout: 30_000 });
});

testWithStore('a required target that shows the release late makes it live after all', async () => {
  const target = await createTestTarget('store');
  let isHidden = true;
  const visibleAt = await startServer(async ({ url = '' }, reply) => {
    if (isHidden) reply.writeHead(503).end();
    else reply.end(await (await fetch(`${target.visibleAt}${url}`)).bytes());
  });
  const release = await createReleases()('First');
  const run = await runDeliveries([{ ...target.settings, visibleAt, required: true }], { timeoutMs: 50 });
  run.deliver(release);
  expect(await run.report('unverified')).toMatchObject({ detail: 'The target store does not show the release.' });
  const { problem } = await run.target('store', ({ phase }) => phase === 'unverified');
  expect(problem).toBe(`${visibleAt}/release.json answered 503.`);
  isHidden = false;
  expect(await run.report('live')).toMatchObject({ releaseId: release.manifest.id });
});

testWithStore('a newer release does not end an upload, but is what visitors see next', async () => {
  const { proxy, settings, visibleAt } = await createFaulty();
  const createRelease = createReleases();
  const releases = [await createRelease('One'), await createRelease('Two'), await createRelease('Three')] as const;
  const [one, two, three] = releases;
  const run = await runDeliveries([settings]);
  const delayed: [IncomingMessage, ServerResponse][] = [];
  /** Holds all uploads of blobs back until the next release is wanted. */
  const hold = () =>
    proxy.setAnswer((request, reply) => {
      if (request.method === 'PUT' && request.url?.includes('/blobs/')) delayed.push([request, reply]);
      else proxy.forward(request, reply);
    });
  const flow = () => {
    proxy.setAnswer(undefined);
    for (const [request, reply] of delayed.splice(0)) proxy.forward(request, reply);
  };
  hold();
  run.deliver(one);
  await vi.waitFor(() => expect(delayed.length).toBeGreaterThan(0), { timeout: 30_000 });
  run.deliver(two);
  flow();
  await run.target('store', isLive(two));
  const blobs = Object.values(one.manifest.files).map(({ sha256 }) => sha256);
  for (const sha256 of blobs)
    expect(proxy.paths.filter((path) => path.includes(`/blobs/${sha256}`) && path.startsWith('PUT'))).toHaveLength(1);
  run.deliver(three);
  await run.target('store', isLive(three));
  expect(await listDifferences(visibleAt, three)).toEqual([]);
});

test('on a slow connection, a burst of releases makes every second one visible', async () => {
  const target = await createTestTarget('folder');
  const createRelease = createReleases();
  const releases = [await createRelease('One'), await createRelease('Two'), await createRelease('Three')] as const;
  const gates = releases.map(() => Promise.withResolvers<void>());
  const begun = releases.map(() => Promise.withResolvers<void>());
  const activated: string[] = [];
  let uploads = 0;
  const run = await runDeliveries([target.settings], {
    open: (settings) => {
      const opened = openTarget(settings);
      return {
        ...opened,
        async upload(...args) {
          uploads += 1;
          begun[uploads - 1]?.resolve();
          await gates[uploads - 1]?.promise;
          return opened.upload(...args);
        },
        activate(release, ...rest) {
          activated.push(release.manifest.id);
          return opened.activate(release, ...rest);
        },
      };
    },
  });
  for (const [index, release] of releases.entries()) {
    run.deliver(release);
    gates[index - 1]?.resolve();
    await begun[index]?.promise;
  }
  gates[2]?.resolve();
  await run.target('folder', isLive(releases[2]));
  expect(activated).toEqual([releases[1].manifest.id, releases[2].manifest.id]);
});

test('a target that limits deliveries gets the next one later, and editors see when', async () => {
  const target = await createTestTarget('folder');
  const createRelease = createReleases();
  const [first, second] = [await createRelease('First'), await createRelease('Second')];
  const run = await runDeliveries([target.settings], {
    open: (settings) => ({ ...openTarget(settings), minIntervalMs: 3_600_000 }),
  });
  run.deliver(first);
  await run.target('folder', isLive(first));
  run.deliver(second);
  const { problem, retryAt } = await run.target(
    'folder',
    (status) => status.phase === 'queued' && status.retryAt !== null,
  );
  expect(problem).toBeNull();
  expect(Date.parse(retryAt ?? '')).toBeGreaterThan(Date.now() + 3_000_000);
  expect(await listDifferences(target.visibleAt, first)).toEqual([]);
});

testAnyKind('%s: a burst of 200 releases ends with the last one, after few deliveries', async (kind) => {
  const target = await createTestTarget(kind);
  const createRelease = createReleases();
  const releases = [];
  for (let index = 0; index < 10; index += 1) releases.push(await createRelease(`Title ${index}`));
  let deliveries = 0;
  const run = await runDeliveries([target.settings], {
    open: (settings) => {
      const opened = openTarget(settings, target.options);
      return {
        ...opened,
        activate: (...args) => {
          deliveries += 1;
          return opened.activate(...args);
        },
      };
    },
  });
  for (let index = 0; index < 200; index += 1) {
    const release = releases[index % releases.length];
    if (release) run.deliver(release);
    await new Promise(setImmediate);
  }
  const last = releases.at(-1);
  if (!last) throw new Error('There is no release.');
  await run.target(kind, isLive(last), run.states.length - 1);
  expect(await listDifferences(target.visibleAt, last)).toEqual([]);
  expect(deliveries).toBeLessThanOrEqual(20);
});

testKind('%s: of two publishers, the later decision wins and the target never goes back', async (kind) => {
  const target = await createTestTarget(kind);
  const createRelease = createReleases();
  // The winner replaces pages of a bucket that the other one has still written.
  const open = (settings: TargetSettings) => openTarget(settings, target.options);
  const pauses = { lastingRetryMs: 60_000, maintenanceMs: 50 };
  const runs = [
    await runDeliveries([target.settings], { pauses, open }),
    await runDeliveries([target.settings], { pauses, open }),
  ] as const;
  const orders: number[] = [];
  let isDone = false;
  const observing = (async () => {
    while (!isDone) orders.push(await readOrder(target));
  })();
  let last = await createRelease('First');
  for (let round = 0; round < 4; round += 1)
    for (const run of runs) {
      last = await createRelease(`Round ${round} ${runs.indexOf(run)}`);
      run.deliver(last);
    }
  await runs[1].target(kind, isLive(last));
  await runs[0].target(kind, ({ phase }) => phase === 'superseded' || phase === 'live' || phase === 'verifying');
  isDone = true;
  await observing;
  expect(orders).toEqual(orders.toSorted((one, other) => one - other));
  await vi.waitFor(async () => expect(await listDifferences(target.visibleAt, last)).toEqual([]), { timeout: 30_000 });
});
