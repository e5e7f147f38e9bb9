import { createHash, randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, readFile, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { renameDurably, syncPath, writeNewFile } from '@threadline/files/durable-files';
import type { ReleaseManifest } from '@threadline/schema/wire/release';
import type { StoredRelease, UploadStats } from './publish-target.ts';

/** Names of files and folders in progress. */
export const draftPrefix = '.tmp-';

interface StoredFile {
  /** Path below `public/`, also of a compressed copy. */
  file: string;
  sha256: string;
  bytes: number;
}

export function listStored({ files }: Pick<ReleaseManifest, 'files'>): StoredFile[] {
  return Object.values(files).flatMap(({ file, sha256, bytes, encodings: { br, gzip } }) => [
    { file, sha256, bytes },
    ...(br ? [{ ...br, file: `${file}.br` }] : []),
    ...(gzip ? [{ ...gzip, file: `${file}.gz` }] : []),
  ]);
}

/**
 * Creates the folder of a release: hard links where the target has a file already, and copies.
 *
 * @param existing paths of files by their SHA-256
 */
export async function writeReleaseFolder(
  draft: string,
  { release, existing }: { release: StoredRelease; existing: ReadonlyMap<string, string> },
  signal: AbortSignal,
): Promise<UploadStats> {
  const stats = { sent: 0, skipped: 0, bytes: 0 };
  const folders = new Set([draft]);
  for (const { file, sha256, bytes } of listStored(release.manifest)) {
    signal.throwIfAborted();
    const target = join(draft, 'public', file);
    for (let folder = dirname(target); folder !== draft; folder = dirname(folder)) folders.add(folder);
    await mkdir(dirname(target), { recursive: true });
    const shared = existing.get(sha256);
    const isLinked = shared !== undefined && (await tryLink(shared, target));
    if (!isLinked) await copyDurably(join(release.publicDir, file), target);
    stats[isLinked ? 'skipped' : 'sent'] += 1;
    stats.bytes += isLinked ? 0 : bytes;
  }
  await writeNewFile(join(draft, 'manifest.json'), JSON.stringify(release.manifest));
  for (const folder of folders) await syncPath(folder);
  return stats;
}

/** Replaces the missing and damaged files of a release. @returns how many they were */
export async function repairFolder(releases: string, release: StoredRelease, signal: AbortSignal): Promise<number> {
  let count = 0;
  for (const { file, sha256 } of listStored(release.manifest)) {
    signal.throwIfAborted();
    const target = join(releases, release.manifest.id, 'public', file);
    const found = await readFile(target).catch(() => undefined);
    if (found && createHash('sha256').update(found).digest('hex') === sha256) continue;
    const draft = join(releases, `${draftPrefix}${randomUUID()}`);
    await copyDurably(join(release.publicDir, file), draft);
    await mkdir(dirname(target), { recursive: true });
    await renameDurably(draft, target);
    count += 1;
  }
  return count;
}

export async function tryLink(source: string, target: string): Promise<boolean> {
  return link(source, target).then(
    () => true,
    () => false,
  );
}

/** Web servers derive the ETag from the modification time, which must not differ between copies. */
async function copyDurably(source: string, target: string): Promise<void> {
  const { atime, mtime } = await stat(source);
  await copyFile(source, target);
  await utimes(target, atime, mtime);
  await syncPath(target);
}
