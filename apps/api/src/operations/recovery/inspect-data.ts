import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { holdLock } from '@threadline/config/process-lock';
import { releaseIdSchema } from '@threadline/schema/release';
import { hasVerifiedBackup } from '../../backup/summary.ts';
import type { Config } from '../../config.ts';
import { isKeyName, type KeyName } from '../../platform/keys.ts';
import { type Advice, adviseCommand, type DataFault } from './data-fault.ts';
import { inspectDatabase } from './inspect-database.ts';
import { inspectKeys } from './inspect-keys.ts';
import { inspectPermissions } from './inspect-permissions.ts';

const recoveryLock = 'recovery';

/** Keys that the publisher generates as well: they may be there before the first database. */
const sharedKeys: readonly string[] = ['publisher-token', 'webhook-secret'] satisfies KeyName[];

/**
 * Returns every fault of a data folder, undefined if there is none. A folder that holds nothing of this product is a fresh
 * installation.
 */
export function inspectData(config: Pick<Config, 'dataDir' | 'publisher' | 'webhook'>): DataFault[] | undefined {
  const databaseFault = findDatabaseFault(config.dataDir);
  const faults = [
    ...(databaseFault ? [databaseFault] : []),
    ...inspectKeys(config, { isDatabaseUsable: !databaseFault }),
  ];
  return faults.length > 0 ? faults : undefined;
}

function findDatabaseFault(dataDir: string): DataFault | undefined {
  const file = join(dataDir, 'threadline.db');
  const refused = inspectPermissions(dataDir, 'database', [dataDir, file, `${file}-wal`, `${file}-shm`]);
  if (refused) return refused;
  const fault = inspectDatabase(file);
  if (!fault) return undefined;
  const traces = findTraces(dataDir);
  const isFresh =
    (fault.kind === 'missing' && traces.length === 0) ||
    // Keys are generated right after the database, before it has any content.
    (fault.kind === 'blank' && traces.every((trace) => trace === 'keys'));
  if (isFresh) return undefined;
  if (fault.kind === 'full') {
    const text = 'Free some space on the disk of the data folder; the site then recovers without a restart';
    return { part: 'database', sentence: `The database ${file} ${fault.reason}.`, advice: [{ text }] };
  }
  return describeUnusable(dataDir, fault.reason);
}

/** Returns the fault of a database in which damage was found after it was opened. */
export function describeDamage({ dataDir }: Pick<Config, 'dataDir'>): DataFault[] {
  return [describeUnusable(dataDir, 'is damaged')];
}

function describeUnusable(dataDir: string, reason: string): DataFault {
  const traces = findTraces(dataDir);
  const remains = traces.length > 0 ? ` The folder still holds ${traces.join(', ')}.` : '';
  return {
    part: 'database',
    sentence: `The database ${join(dataDir, 'threadline.db')} ${reason}.${remains}`,
    advice: adviseForDatabase(dataDir),
  };
}

function adviseForDatabase(dataDir: string): Advice[] {
  const hasBackup = hasVerifiedBackup(join(dataDir, 'backups'));
  const elsewhere = hasBackup ? 'Or restore a backup from elsewhere' : 'Restore a backup from elsewhere';
  return [
    ...(hasBackup ? [adviseCommand(dataDir, 'Restore the newest verified backup', 'restore latest')] : []),
    adviseCommand(dataDir, elsewhere, 'restore <file.tar>'),
    adviseCommand(
      dataDir,
      'Or start a new, empty site; the present data is moved aside, not deleted',
      'start-over --yes',
    ),
  ];
}

/** Returns the names of the folders that hold data of an installation. */
function findTraces(dataDir: string): string[] {
  const isTrace: Record<string, (name: string) => boolean> = {
    releases: (name) => releaseIdSchema.safeParse(name).success,
    media: () => true,
    mail: () => true,
    backups: (name) => !name.startsWith('.'),
    keys: (name) => isKeyName(name) && !sharedKeys.includes(name),
  };
  return Object.entries(isTrace).flatMap(([folder, matches]) =>
    hasEntry(join(dataDir, folder), matches) ? [folder] : [],
  );
}

/** Returns whether a folder has such an entry. One that is there but cannot be read may have. */
function hasEntry(folder: string, matches: (name: string) => boolean): boolean {
  try {
    return readdirSync(folder).some(matches);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
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

/** Returns whether a server in recovery mode is waiting for this data folder to become usable. */
export function isServerRecovering(dataDir: string): boolean {
  try {
    holdLock(dataDir, recoveryLock)();
    return false;
  } catch (error) {
    return error instanceof Error && error.message.includes('is in use');
  }
}
