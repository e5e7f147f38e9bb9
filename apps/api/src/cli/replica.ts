import { existsSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { renameDurably, syncPath } from '@threadline/files/durable-files';
import { openObjectStore } from '@threadline/object-store/object-store';
import { describeLocation, type StoreLocation } from '@threadline/object-store/store-url';
import Database from 'better-sqlite3';
import { findRestoredFaults } from '../backup/check-database.ts';
import { databaseName } from '../backup/manifest.ts';
import { copyReplacedDatabase, removeWriteAheadLog } from '../backup/restore.ts';
import type { Config } from '../config.ts';
import { createTempFolder, restoringPrefix } from '../platform/storage/temp-folders.ts';
import { listGenerations } from '../replication/generations.ts';
import { dropLitestreamTables, findLitestream, restoreReplica } from '../replication/litestream.ts';
import { claimReplica } from '../replication/replica.ts';
import { CliError, defineCommand, lockDataFolder } from './command.ts';

const maxShownFaults = 3;

export const replicaRestoreCommand = defineCommand({
  usage: 'replica restore [--replace]',
  summary:
    'Restores the database from REPLICA_URL, and makes this installation the one that replicates there. The server must be stopped. With --replace, a present database is replaced and kept in DATA_DIR/backups.',
  options: { replace: { type: 'boolean', default: false } },
  async run({ options }, { loadConfig, print }) {
    const config = loadConfig();
    const { dataDir } = config;
    const location = requireReplica(config);
    await mkdir(dataDir, { recursive: true });
    const release = lockDataFolder(dataDir);
    const scratch = createTempFolder(join(dataDir, restoringPrefix));
    try {
      if (existsSync(join(dataDir, databaseName)) && !options.replace)
        throw new CliError(`${dataDir} has a database already. To replace it, add --replace.`);
      print('Restoring the replica…');
      const file = join(scratch.folder, databaseName);
      await fetchReplica(config, location, file);
      const replaced = await copyReplacedDatabase(dataDir, new Date());
      if (replaced) await removeWriteAheadLog(dataDir);
      await syncPath(file);
      await renameDurably(file, join(dataDir, databaseName));
      print(`Restored the database${describeNewest(join(dataDir, databaseName))}.`);
      if (replaced) print(`The replaced database is kept in ${replaced}`);
      await claim(location, dataDir).catch(({ message }: CliError) => {
        throw new CliError(
          `${message} The database is restored; claim the replica later: npm run cli -- replica claim`,
        );
      });
      print(
        'The replica belongs to this installation now. It contains neither images nor keys: see docs/operations.md.',
      );
    } finally {
      scratch.remove();
      release();
    }
  },
});

export const replicaClaimCommand = defineCommand({
  usage: 'replica claim',
  summary: 'Makes this installation the one that replicates to REPLICA_URL, instead of another one that is gone.',
  async run(_, { loadConfig, print }) {
    const config = loadConfig();
    await mkdir(config.dataDir, { recursive: true });
    await claim(requireReplica(config), config.dataDir);
    print('The replica belongs to this installation now. A running server notices it within a few seconds.');
  },
});

/** @throws CliError with the reason */
async function claim(location: StoreLocation, dataDir: string): Promise<void> {
  const store = openObjectStore(location);
  await claimReplica(store, dataDir, { now: new Date(), isTakeover: true }).catch((error: Error) => {
    throw new CliError(error.message);
  });
}

function requireReplica({ replica }: Config): StoreLocation {
  if (replica) return replica;
  throw new CliError('REPLICA_URL is not set.');
}

/**
 * Restores the newest generation that is intact: Litestream may have been stopped while it began another one.
 *
 * @throws CliError with the reason; nothing else has changed then
 */
async function fetchReplica(config: Config, location: StoreLocation, file: string): Promise<void> {
  const failures: string[] = [];
  try {
    for (const { id } of await listGenerations(openObjectStore(location))) {
      rmSync(file, { force: true });
      await restoreReplica({ program: findLitestream(config), database: file, location }, id);
      dropLitestreamTables(file);
      const faults = findRestoredFaults(file);
      if (faults.length === 0) return;
      failures.push(`Generation ${id} cannot be used: ${faults.slice(0, maxShownFaults).join('; ')}.`);
    }
  } catch (error) {
    failures.push(error instanceof Error ? error.message : String(error));
  }
  const reason = failures.join('\n') || `${describeLocation(location)} holds no replica.`;
  throw new CliError(`${reason} Nothing was changed.`);
}

/** Returns how recent the restored data is; empty for a database without an audit log. */
function describeNewest(file: string): string {
  const client = new Database(file, { readonly: true });
  try {
    const at = client.prepare('select max(at) from audit_log').pluck().get();
    return at ? `; the newest entry of its audit log is of ${at}` : '';
  } finally {
    client.close();
  }
}
