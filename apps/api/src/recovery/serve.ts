import { type StatsFs, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { holdLock } from '@threadline/config/process-lock';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { listen } from '../http/listen.ts';
import { refuseSeveralHosts } from '../http/single-host.ts';
import { type KeyName, keyFiles, keyPath } from '../keys.ts';
import { createLiveRelease } from '../releases/live-release.ts';
import { createRecoveryApp } from './app.ts';
import { type DataFault, describeFault, inspectData } from './inspect-data.ts';
import { minFreeBytes } from './inspect-database.ts';

const pollMs = 1000;

/** What starts the recovery mode. */
interface Recovery {
  fault: DataFault;
  /** `stampData` of the unusable data, taken while the lock was held. */
  unusable: string;
  log: Logger;
}

/**
 * Serves the last intact release until the data folder can be used again. The lock of the folder is free meanwhile, so
 * that a restore can run beside this process.
 *
 * @returns what gives back the lock of the data folder, which this process holds again
 */
export async function serveUntilRecovered(config: Config, { fault, unusable, log }: Recovery): Promise<() => void> {
  // Before it answers anything: the supervisor decides by this whether to start the publisher.
  process.send?.({ state: 'recovering', lines: describeFault(fault) });
  const liveRelease = createLiveRelease(join(config.dataDir, 'releases'), { withMedia: true });
  log.error(`Recovery mode: ${describeFault(fault).join('; ')}`);
  for (const damage of await liveRelease.loadCurrent()) log.error(damage);
  const app = createRecoveryApp({ config, fault, liveRelease, log });
  const server = await listen((request, env) => refuseSeveralHosts(env.incoming) ?? app.fetch(request, env), config);
  const release = await untilRecovered(config, unusable);
  log.info('The data folder can be used again.');
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
  return release;
}

async function untilRecovered(config: Config, unusable: string): Promise<() => void> {
  for (let inspected = unusable; ; ) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    if (stampData(config) === inspected) continue;
    const release = tryLock(config);
    if (!release) continue;
    if (!inspectData(config)) return release;
    inspected = stampData(config);
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

/**
 * Returns a text that changes when the database or a key file is replaced, or can be read by others than before:
 * inspecting a large database every second would cost too much.
 */
export function stampData({ dataDir }: Config): string {
  const keys = Object.keys(keyFiles).map((name) => keyPath(dataDir, name as KeyName));
  const free = statfsSync(dataDir);
  return [stampDisk(free), ...[join(dataDir, 'threadline.db'), ...keys].map(stampFile)].join();
}

function stampFile(file: string): string {
  try {
    const { ino, size, mtimeMs, ctimeMs } = statSync(file);
    return [ino, size, mtimeMs, ctimeMs].join(' ');
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}

function stampDisk({ bavail, bsize }: StatsFs): string {
  return bavail * bsize < minFreeBytes ? 'full' : 'free';
}
