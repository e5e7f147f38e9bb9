import { join, resolve } from 'node:path';
import { backupIdSchema } from '@threadline/schema/backup';
import { ArchiveError } from '../backup/manifest.ts';
import { restoreBackup } from '../backup/restore.ts';
import { listBackups } from '../backup/store.ts';
import { isDiskFull } from '../disk-full.ts';
import { CliError, type Command } from './command.ts';

export const restoreCommand: Command = {
  usage: 'restore <latest, a file.tar, or a name in DATA_DIR/backups>',
  summary:
    'Restores a backup after checking all of it; "latest" is the newest verified one. The server must be stopped; the replaced database is kept.',
  async run([name, ...more], { loadConfig, print, tell }) {
    if (!name || more.length > 0) throw new CliError('Name the backup.', 2);
    const config = loadConfig();
    const source = await findSource(config.dataDir, name);
    try {
      const { manifest, replaced } = await restoreBackup(config, { source, now: new Date(), say: print, tell });
      print(`Restored the state of ${manifest.createdAt}. Everybody has to sign in again.`);
      if (replaced) print(`The database that was there is kept in ${replaced}`);
      print('Start the server: it publishes the restored content.');
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

async function findSource(dataDir: string, name: string): Promise<string> {
  const base = join(dataDir, 'backups');
  if (name !== 'latest') return backupIdSchema.safeParse(name).success ? join(base, name) : resolve(name);
  const list = await listBackups(base);
  const latest = list.find(({ proof }) => proof?.result === 'proven');
  if (latest) return join(base, latest.id);
  const others = list.length > 0 ? ` It holds ${list.length} that failed verification or were not verified.` : '';
  throw new CliError(`There is no verified backup in ${base}.${others} Name an archive: restore <file.tar>.`);
}
