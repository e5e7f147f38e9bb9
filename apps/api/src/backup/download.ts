import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../context.ts';
import { createTempFolder } from '../platform/storage/temp-folders.ts';
import { streamBackup } from './archive.ts';
import { readBackupLocation } from './location.ts';
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
  deps: Pick<Deps, 'config' | 'db' | 'secrets'>,
  id: string,
): Promise<ReadableStream<Uint8Array>> {
  const { dataDir } = deps.config;
  const source = findBackupSource(dataDir, readBackupLocation(deps), id);
  if (typeof source === 'string') return streamBackup(source, await readManifest(source));
  const base = join(dataDir, 'backups');
  await mkdir(base, { recursive: true, mode: 0o700 });
  const scratch = createTempFolder(join(base, packingPrefix));
  try {
    const folder = join(scratch.folder, 'backup');
    const manifest = await downloadBackup(source, { folder, dataDir });
    await writeManifest(folder, manifest);
    return streamBackup(folder, manifest, scratch.remove);
  } catch (error) {
    scratch.remove();
    throw error;
  }
}
