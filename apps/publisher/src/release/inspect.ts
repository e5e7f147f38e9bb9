import { join } from 'node:path';
import { readReleaseFile, readReleaseManifest } from '@threadline/config/release-files';
import { type ReleaseManifest, releaseManifestSchema } from '@threadline/schema/release';

export const manifestName = 'manifest.json';
export const publicName = 'public';

/**
 * Returns undefined if the release does not exist or its manifest is damaged.
 *
 * @throws UnreadableReleaseError if the manifest exists but cannot be read
 */
export function readManifest(folder: string): Promise<ReleaseManifest | undefined> {
  return readReleaseManifest(folder, releaseManifestSchema);
}

/**
 * Returns the manifest of a release if every file has its original bytes; otherwise undefined.
 *
 * @throws UnreadableReleaseError if a file exists but cannot be read
 */
export async function readWholeRelease(folder: string): Promise<ReleaseManifest | undefined> {
  const manifest = await readManifest(folder);
  for (const entry of Object.values(manifest?.files ?? {}))
    if (!(await readReleaseFile(join(folder, publicName, entry.file), entry))) return undefined;
  return manifest;
}
