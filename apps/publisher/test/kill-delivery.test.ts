import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { openTarget } from '@threadline/publish-targets/open-target';
import type { StoredRelease } from '@threadline/publish-targets/publish-target';
import { expect, inject, test } from 'vitest';
import { startFaultProxy } from '../../../packages/object-store/test/fault-proxy.ts';
import { writeFixtureRelease } from '../../../packages/publish-targets/test/fixture-release.ts';
import {
  allKinds,
  createTestFolder,
  createTestTarget,
  findBrokenPage,
  listDifferences,
  type TestTarget,
} from '../../../packages/publish-targets/test/test-target.ts';
import { createRandom, killSeed, killTimes } from './config.ts';
import { isLive, runDeliveries } from './run-deliveries.ts';

const random = createRandom(killSeed);
const kills = Math.min(30, 2 * killTimes);
const pages = Array.from({ length: 12 }, (_, index) => `/page-${index}/`);

/** Starts to deliver a release in another process. */
function startDelivery({ settings, options }: Pick<TestTarget, 'settings' | 'options'>, { publicDir }: StoredRelease) {
  const program = join(import.meta.dirname, 'deliver-child.ts');
  const child = spawn(
    process.execPath,
    [program, JSON.stringify([settings]), dirname(publicDir), JSON.stringify(options)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const lines = createInterface({ input: child.stdout as Readable });
  const phases: string[] = [];
  lines.on('line', (line) => phases.push(line));
  return {
    child,
    async untilPhase(...wanted: string[]): Promise<void> {
      while (!phases.some((phase) => wanted.includes(phase))) await once(lines, 'line');
    },
  };
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** Waits for a delay that is not rounded to milliseconds. */
async function wait(ms: number): Promise<void> {
  const until = performance.now() + ms;
  while (performance.now() < until) await new Promise(setImmediate);
}

test.skipIf(inject('objectStore') === '').each(allKinds)(
  `%s: killed at ${kills} moments of a delivery (KILL_SEED=${killSeed}), no page is broken, and the earlier release returns byte by byte`,
  { timeout: 60_000 * killTimes },
  async (kind) => {
    const target = await createTestTarget(kind);
    const folder = createTestFolder();
    const first = await writeFixtureRelease(folder, { revision: 1, title: 'First', pages });
    const proxy = target.settings.url ? await startFaultProxy(target.settings.url) : undefined;
    const settings = proxy ? { ...target.settings, url: proxy.url } : target.settings;
    const restore = async () => {
      const run = await runDeliveries([target.settings], { open: (each) => openTarget(each, target.options) });
      run.deliver(first);
      await run.target(kind, isLive(first));
      await run.stop();
    };
    await restore();
    for (let round = 0; round < kills; round += 1) {
      const second = await writeFixtureRelease(folder, { revision: 2, title: `Second ${round}`, pages });
      const before = proxy?.paths.length ?? 0;
      const { child, untilPhase } = startDelivery({ ...target, settings }, second);
      // A delivery of this site takes about 60 requests to a store, or 30 ms elsewhere.
      if (proxy)
        await Promise.race([proxy.untilRequests(before + 1 + Math.floor(random() * 60)), untilPhase('verifying')]);
      else await untilPhase('uploading').then(() => wait(random() * 30));
      await kill(child);
      expect(await findBrokenPage(target.visibleAt, ['/', ...pages])).toBeUndefined();
      await restore();
      expect(await listDifferences(target.visibleAt, first)).toEqual([]);
    }
  },
);
