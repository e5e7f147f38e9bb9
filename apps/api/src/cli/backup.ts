import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ObjectStoreError } from '@threadline/object-store/store-error';
import { backupIdSchema } from '@threadline/schema/wire/backup';
import { packBackup } from '../backup/archive.ts';
import { createBackup } from '../backup/create.ts';
import { findLocationOnDisk, openBackupStore } from '../backup/location.ts';
import { ArchiveError, findVerified, listBackups } from '../backup/manifest.ts';
import { listOffSite, type OffSiteSource } from '../backup/off-site.ts';
import { findBackupSource, restoreBackup } from '../backup/restore.ts';
import { packingPrefix } from '../backup/store.ts';
import { type Verdict, verifyArchive } from '../backup/verify.ts';
import type { Config } from '../config.ts';
import { describeFaults, inspectData } from '../operations/recovery/inspect-data.ts';
import { isServerRecovering } from '../operations/recovery/serve.ts';
import { isDamage } from '../platform/db/sqlite-errors.ts';
import { isDiskFullError } from '../platform/storage/free-space.ts';
import { createTempFolder } from '../platform/storage/temp-folders.ts';
import { CliError, defineCommand, requireDatabase } from './command.ts';

export const backupCommand = defineCommand({
  usage: 'backup <file.tar> [--with-keys] [--with-media]',
  summary:
    'Packs database and images, while they are in use, into one file that moves a site; and verifies that it can be restored. Images in an object store are only named, unless --with-media downloads them.',
  missingArgument: 'Name the file to write.',
  options: { 'with-keys': { type: 'boolean', default: false }, 'with-media': { type: 'boolean', default: false } },
  async run({ argument, options }, context) {
    const target = resolve(argument);
    if (existsSync(target)) throw new CliError(`${target} exists already. A backup never replaces a file.`);
    if (!existsSync(dirname(target))) throw new CliError(`The folder ${dirname(target)} does not exist.`);
    requireDatabase(context);
    const { print, onProgress } = context;
    const deps = context.deps();
    const base = join(deps.config.dataDir, 'backups');
    await mkdir(base, { recursive: true, mode: 0o700 });
    const scratch = createTempFolder(join(base, packingPrefix));
    let verdict: Verdict | undefined;
    const verify = async (archive: string) => {
      print('Verifying the archive, with a rehearsal of its restore…');
      verdict = await verifyArchive(deps.config, { archive, scratch: scratch.folder, onProgress });
      if (verdict.result === 'damaged') throw new CliError(verdict.detail);
    };
    try {
      const folder = join(scratch.folder, 'backup');
      print('Copying the database and the images…');
      const kind = { withKeys: options['with-keys'], withMedia: options['with-media'] };
      const manifest = await createBackup(deps, { folder, onProgress, ...kind });
      const named = Object.keys(manifest.named).length;
      if (named > 0) print(`${named} images stay in their object store: the archive names them.`);
      print(`Packing ${Object.keys(manifest.files).length} files…`);
      await packBackup(folder, manifest, { target, verify, onProgress });
      print(`${target}: ${(await stat(target)).size} bytes.`);
    } catch (error) {
      if (error instanceof CliError || isDamage(error)) throw error;
      throw new CliError(`The backup could not be written: ${error instanceof Error ? error.message : error}`);
    } finally {
      scratch.remove();
    }
    if (verdict?.result !== 'verified')
      throw new CliError(`The archive was written, but it could not be verified. ${verdict?.detail ?? ''}`.trim());
    print(verdict.detail);
  },
});

export const restoreCommand = defineCommand({
  usage: 'restore <latest, a file.tar, or the name of a backup> [--without-images]',
  summary:
    'Restores a backup after checking all of it; "latest" is the newest verified one, in DATA_DIR/backups or at the backup location. The server must be stopped or in recovery mode; the replaced database is kept.',
  missingArgument: 'Name the backup.',
  options: { 'without-images': { type: 'boolean', default: false } },
  async run({ argument, options }, { loadConfig, print, onProgress }) {
    const config = loadConfig();
    const isBesideServer = isServerRecovering(config.dataDir);
    const withoutImages = options['without-images'];
    try {
      const source = await findSource(config, argument);
      const input = { source, withoutImages, now: new Date(), print, onProgress };
      const { manifest, replaced } = await restoreBackup(config, input);
      print(`Restored the state of ${manifest.createdAt}. All users have to sign in again.`);
      if (replaced) print(`The replaced database is kept in ${replaced}`);
      for (const line of describeNextStep(config, isBesideServer)) print(line);
      print('Then review the users in the admin, and remove accounts that should no longer exist.');
    } catch (error) {
      if (error instanceof ArchiveError) throw new CliError(`${error.message} Nothing was changed.`);
      if (error instanceof Error && error.message.includes('is in use')) throw new CliError(error.message);
      if (isDiskFullError(error)) throw new CliError('The disk has no room for this restore. Nothing was changed.');
      if (error instanceof ObjectStoreError) throw new CliError(`${error.message} Nothing was changed.`);
      throw error;
    }
  },
});

function describeNextStep(config: Config, isBesideServer: boolean): string[] {
  const faults = inspectData(config);
  if (faults) return ['The server is in recovery mode until this is repaired, too:', ...describeFaults(faults)];
  if (!isBesideServer) return ['Start the server: it publishes the restored content.'];
  return ['The running server leaves recovery mode by itself and publishes the restored content.'];
}

const locationHints = {
  environment: 'Is BACKUP_URL right?',
  admin: 'Is the backup location of the admin right? BACKUP_URL would win over it.',
};
const noLocationHint =
  'Is DATA_DIR right? A backup location that was set up in the admin is only known while the database can be read: otherwise name it in BACKUP_URL.';

async function findSource(config: Config, name: string): Promise<string | OffSiteSource> {
  const { dataDir } = config;
  const base = join(dataDir, 'backups');
  const location = findLocationOnDisk(config);
  if (name !== 'latest') {
    return backupIdSchema.safeParse(name).success ? findBackupSource(dataDir, location, name) : resolve(name);
  }
  const store = location && openBackupStore(location);
  const local = await listBackups(base);
  // An older local backup must not be taken because the store does not answer.
  const list = [...local, ...(store ? await listOffSite(store) : [])].sort((one, other) =>
    one.id < other.id ? 1 : -1,
  );
  const latest = findVerified(list);
  if (latest) return store && latest.place === 'off-site' ? { store, id: latest.id } : join(base, latest.id);
  const others = list.length > 0 ? ` It holds ${list.length} that failed verification or were not verified.` : '';
  const where = store ? `the store ${store.name} or ${base}` : base;
  throw new CliError(
    `There is no verified backup in ${where}.${others} ${location ? locationHints[location.source] : noLocationHint} If so, name an archive: restore <file.tar>.`,
  );
}
