import { statSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { holdLock } from '@threadline/config/process-lock';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { adapterOptions } from '../http/server-limits.ts';
import { type KeyName, keyFiles, keyPath } from '../keys.ts';
import { createLiveRelease } from '../releases/live-release.ts';
import { createRecoveryApp } from './app.ts';
import { type DataFault, describeFault, inspectData } from './inspect-data.ts';

const pollMs = 1000;

/**
 * Serves the last intact release until the data folder can be used again. The lock of the folder is free meanwhile, so
 * that a restore can run beside this process.
 *
 * @returns what gives back the lock of the data folder, which this process holds again
 */
export async function serveUntilRecovered(config: Config, fault: DataFault, log: Logger): Promise<() => void> {
  // Before it answers anything: the supervisor decides by this whether to start the publisher.
  process.send?.({ state: 'recovering', lines: describeFault(fault) });
  const liveRelease = createLiveRelease(join(config.dataDir, 'releases'), { withMedia: true });
  log.error(`Recovery mode: ${describeFault(fault).join('; ')}`);
  for (const damage of await liveRelease.loadCurrent()) log.error(damage);
  const app = createRecoveryApp({ config, fault, liveRelease, log });
  const server = serve({
    fetch: app.fetch,
    port: config.http.port,
    hostname: config.http.host,
    ...adapterOptions,
  });
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', reject);
  });
  const release = await untilRecovered(config);
  log.info('The data folder can be used again.');
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  if ('closeAllConnections' in server) server.closeAllConnections();
  await closed;
  return release;
}

async function untilRecovered(config: Config): Promise<() => void> {
  let inspected = stampData(config);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    const stamp = stampData(config);
    if (stamp === inspected) continue;
    const release = tryLock(config);
    if (!release) continue;
    inspected = stamp;
    if (!inspectData(config)) return release;
    release();
  }
}

function tryLock({ dataDir }: Config): (() => void) | undefined {
  try {
    return holdLock(dataDir, 'api');
  } catch {
    return undefined;
  }
}

/** Changes when the database or a key file is replaced: inspecting a large database every second would cost too much. */
function stampData({ dataDir }: Config): string {
  const files = [
    join(dataDir, 'threadline.db'),
    ...Object.keys(keyFiles).map((name) => keyPath(dataDir, name as KeyName)),
  ];
  return files
    .map((file) => {
      const found = statSync(file, { throwIfNoEntry: false });
      return found ? `${found.ino} ${found.size} ${found.mtimeMs}` : '-';
    })
    .join();
}
