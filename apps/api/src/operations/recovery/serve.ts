import { statSync } from 'node:fs';
import { join } from 'node:path';
import { holdLock } from '@threadline/config/process-lock';
import type { Logger } from 'pino';
import { findLocationOnDisk } from '../../backup/location.ts';
import { findBackupSource, restoreBackup } from '../../backup/restore.ts';
import type { RestoreOutcome, RestoreRequest } from '../../backup/restores.ts';
import type { Config } from '../../config.ts';
import { listen } from '../../platform/http/listen.ts';
import { getKeyPath, type KeyName, keyFiles } from '../../platform/keys.ts';
import { isDiskFull } from '../../platform/storage/free-space.ts';
import { createLiveRelease } from '../../publishing/releases/live-release.ts';
import { createRecoveryApp } from './app.ts';
import { type DataFault, describeFaults, inspectData } from './inspect-data.ts';

const pollMs = 1000;
const recoveryLock = 'recovery';

interface Recovery {
  faults: DataFault[];
  /** `stampData` of the unusable data, taken before it was inspected. */
  unusable: string;
  log: Logger;
}

/**
 * Serves the last intact release until the data folder can be used again. The lock of the folder is free meanwhile, so
 * that a restore can run at the same time.
 *
 * @returns a function that releases the lock of the data folder, which this process holds again
 */
export async function serveUntilRecovered(config: Config, { faults, unusable, log }: Recovery): Promise<() => void> {
  let present = faults;
  const report = () => {
    const lines = describeFaults(present);
    process.send?.({ state: 'recovering', lines });
    log.error(`Recovery mode: ${lines.join('; ')}`);
  };
  const unmark = markRecovery(config.dataDir);
  // Logged before the first answer: the supervisor then decides whether to start the publisher.
  report();
  const close = await openRecoveryServer(config, { faults: () => present, log });
  const release = await waitUntilRecovered(config, unusable, (found) => {
    if (describeFaults(found).join() === describeFaults(present).join()) return;
    present = found;
    report();
  });
  log.info('The data folder can be used again.');
  await close();
  unmark();
  return release;
}

/**
 * Restores a backup as the command line does. Visitors see the last intact release meanwhile, and the admin says that a
 * backup is being restored. The lock of the data folder must be free.
 */
export async function restoreOnline(config: Config, request: RestoreRequest, log: Logger): Promise<RestoreOutcome> {
  const { id } = request;
  const fault: DataFault = { part: 'restore', sentence: `The backup ${id} is being restored.`, advice: [] };
  process.send?.({ state: 'recovering', lines: [fault.sentence] });
  log.info(fault.sentence);
  const close = await openRecoveryServer(config, { faults: () => [fault], log });
  const now = new Date();
  const print = (line: string) => log.info(line);
  const restore = async () => {
    const source = findBackupSource(config.dataDir, findLocationOnDisk(config), id);
    await restoreBackup(config, { source, now, by: request.by, print });
  };
  const problem = await restore().then(
    () => null,
    (error: Error) => `${error.message} Nothing was changed.`,
  );
  if (problem) log.error(`The backup ${id} was not restored. ${problem}`);
  await close();
  return { ...request, at: now.toISOString(), problem };
}

/** Serves the last intact release until the returned function is called. */
async function openRecoveryServer(
  config: Config,
  { faults, log }: { faults: () => DataFault[]; log: Logger },
): Promise<() => Promise<void>> {
  const liveRelease = createLiveRelease(join(config.dataDir, 'releases'), { withMedia: true });
  for (const damage of await liveRelease.loadCurrent()) log.error(damage);
  const server = await listen(createRecoveryApp({ config, faults, liveRelease, log }).fetch, config);
  return async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  };
}

async function waitUntilRecovered(
  config: Config,
  unusable: string,
  onFaults: (faults: DataFault[]) => void,
): Promise<() => void> {
  for (let inspected = unusable; ; ) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    const stamp = stampData(config);
    if (stamp === inspected) continue;
    const release = tryLock(config);
    if (!release) continue;
    const faults = inspectData(config);
    if (!faults) return release;
    inspected = stamp;
    release();
    onFaults(faults);
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
 * Marks this process as the server that runs in recovery mode. A second server goes unmarked.
 *
 * @returns a function that removes the mark
 */
export function markRecovery(dataDir: string): () => void {
  try {
    return holdLock(dataDir, recoveryLock);
  } catch {
    return () => {};
  }
}

/** Returns whether a server in recovery mode waits for this data folder to become usable. */
export function isServerRecovering(dataDir: string): boolean {
  try {
    holdLock(dataDir, recoveryLock)();
    return false;
  } catch (error) {
    return error instanceof Error && error.message.includes('is in use');
  }
}

/**
 * Returns a text that changes when the database or a key file is replaced, or can be read by others than before:
 * inspecting a large database every second would cost too much.
 */
export function stampData({ dataDir }: Config): string {
  const keys = Object.keys(keyFiles).map((name) => getKeyPath(dataDir, name as KeyName));
  return [isDiskFull(dataDir), ...[join(dataDir, 'threadline.db'), ...keys].map(stampFile)].join();
}

function stampFile(file: string): string {
  try {
    const { ino, size, mtimeMs, ctimeMs } = statSync(file);
    return [ino, size, mtimeMs, ctimeMs].join(' ');
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}
