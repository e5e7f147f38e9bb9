import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { createTempFolder } from '../platform/storage/temp-folders.ts';
import { streamBackup } from './archive.ts';
import { readManifest, writeManifest } from './manifest.ts';
import { downloadBackup } from './off-site.ts';
import { findBackupSource } from './restore.ts';
import { packingPrefix } from './store.ts';

/**
 * Returns a backup as one archive, which `restore` of the command line accepts. One in an object store is downloaded first.
 *
 * @throws ArchiveError when it is damaged or does not fit on the disk, ObjectStoreError when its store cannot be used
 */
export async function openArchive(
  config: Pick<Config, 'dataDir' | 'backup'>,
  id: string,
): Promise<ReadableStream<Uint8Array>> {
  const source = findBackupSource(config, id);
  if (typeof source === 'string') return streamBackup(source, await readManifest(source));
  const base = join(config.dataDir, 'backups');
  await mkdir(base, { recursive: true, mode: 0o700 });
  const scratch = createTempFolder(join(base, packingPrefix));
  try {
    const folder = join(scratch.folder, 'backup');
    const manifest = await downloadBackup(source, { folder, dataDir: config.dataDir });
    await writeManifest(folder, manifest);
    return streamBackup(folder, manifest, scratch.remove);
  } catch (error) {
    scratch.remove();
    throw error;
  }
}
