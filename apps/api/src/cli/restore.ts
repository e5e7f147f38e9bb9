import { join, resolve } from 'node:path';
import { backupIdSchema } from '@threadline/schema/backup';
import { ArchiveError } from '../backup/manifest.ts';
import { restoreBackup } from '../backup/restore.ts';
import { listBackups } from '../backup/store.ts';
import type { Config } from '../config.ts';
import { describeFault, inspectData } from '../operations/recovery/inspect-data.ts';
import { isServerRecovering } from '../operations/recovery/recovery-lock.ts';
import { isDiskFull } from '../platform/storage/disk-full.ts';
import { CliError, type Command } from './command.ts';

export const restoreCommand: Command = {
  usage: 'restore <latest, a file.tar, or a name in DATA_DIR/backups>',
  summary:
    'Restores a backup after checking all of it; "latest" is the newest verified one. The server must be stopped or in recovery mode; the replaced database is kept.',
  async run([name, ...more], { loadConfig, print, tell }) {
    if (!name || more.length > 0) throw new CliError('Name the backup.', 2);
    const config = loadConfig();
    const source = await findSource(config.dataDir, name);
    const isBesideServer = isServerRecovering(config.dataDir);
    try {
      const { manifest, replaced } = await restoreBackup(config, { source, now: new Date(), say: print, tell });
      print(`Restored the state of ${manifest.createdAt}. Everybody has to sign in again.`);
      if (replaced) print(`The database that was there is kept in ${replaced}`);
      for (const line of describeNextStep(config, isBesideServer)) print(line);
      print(
        'Then look through the list of users: an account that nobody should have may be as old as the backup, or have outlived the restore.',
      );
    } catch (error) {
      if (error instanceof ArchiveError) throw new CliError(`${error.message} Nothing was changed.`);
      if (error instanceof Error && error.message.includes('is in use')) throw new CliError(error.message);
      if (isDiskFull(error))
        throw new CliError('The disk is full: there is no room for this restore. The site is as it was.');
      throw error;
    }
    return 0;
  },
};

function describeNextStep(config: Config, isBesideServer: boolean): string[] {
  const faults = inspectData(config);
  if (faults) return ['The server is in recovery mode until this is repaired, too:', ...describeFault(faults)];
  if (!isBesideServer) return ['Start the server: it publishes the restored content.'];
  return ['The running server leaves recovery mode by itself and publishes the restored content.'];
}

async function findSource(dataDir: string, name: string): Promise<string> {
  const base = join(dataDir, 'backups');
  if (name !== 'latest') return backupIdSchema.safeParse(name).success ? join(base, name) : resolve(name);
  const list = await listBackups(base);
  const latest = list.find(({ verification }) => verification?.result === 'verified');
  if (latest) return join(base, latest.id);
  const others = list.length > 0 ? ` It holds ${list.length} that failed verification or were not verified.` : '';
  throw new CliError(
    `There is no verified backup in ${base}.${others} Is DATA_DIR right? If so, name an archive: restore <file.tar>.`,
  );
}
