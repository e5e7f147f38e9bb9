import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { openTarget } from '@threadline/publish-targets/open-target';
import type { TargetSettings } from '@threadline/publish-targets/settings';
import { expect, inject, test, vi } from 'vitest';
import { createReleases } from '../../../packages/publish-targets/test/fixture-release.ts';
import {
  allKinds,
  createFaulty,
  createTestFolder,
  createTestTarget,
  listDifferences,
  type TestTarget,
  testKinds,
} from '../../../packages/publish-targets/test/test-target.ts';
import { isLive, runDeliveries } from './run-deliveries.ts';

const testWithStore = test.skipIf(inject('objectStore') === '');
const testKind = testWithStore.each(testKinds);
const testAnyKind = testWithStore.each(allKinds);

/** Returns the order of the release that the target shows; 0 before the first one. */
async function readOrder({ settings, store }: TestTarget): Promise<number> {
  const file = join(settings.path ?? '', 'live.json');
  const key = settings.kind === 'bucket' ? '_threadline/state.json' : 'live.json';
  const body = store ? await store.get(key) : await readFile(file).catch(() => undefined);
  return body ? JSON.parse(new TextDecoder().decode(body)).order : 0;
}

testWithStore('a newer release does not end an upload, but is what visitors see next', async () => {
  const { proxy, settings, visibleAt } = await createFaulty();
  const createRelease = createReleases(createTestFolder());
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
  const createRelease = createReleases(createTestFolder());
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
  const createRelease = createReleases(createTestFolder());
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
  const createRelease = createReleases(createTestFolder());
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
  const createRelease = createReleases(createTestFolder());
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
  const deliverNext = async (run: (typeof runs)[number], title: string) => {
    const release = await createRelease(title);
    run.deliver(release);
    return release;
  };
  for (let round = 0; round < 3; round += 1)
    for (const run of runs) await deliverNext(run, `Round ${round} ${runs.indexOf(run)}`);
  const [loser, winner] = [await deliverNext(runs[0], 'Loser'), await deliverNext(runs[1], 'Winner')];
  await runs[1].target(kind, isLive(winner));
  // Also if its release was visible for a moment.
  const end = await runs[0].target(
    kind,
    ({ phase, release }) => phase === 'superseded' && release === loser.manifest.id,
  );
  expect(end.problem).toBe('Another publisher has shown a newer release here.');
  isDone = true;
  await observing;
  expect(orders).toEqual(orders.toSorted((one, other) => one - other));
  await vi.waitFor(async () => expect(await listDifferences(target.visibleAt, winner)).toEqual([]), {
    timeout: 30_000,
  });
});
