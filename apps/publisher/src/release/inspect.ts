import { join } from 'node:path';
import { readReleaseFile, readReleaseManifest } from '@threadline/config/release-files';
import { type ReleaseManifest, releaseManifestSchema } from '@threadline/schema/release';

export const manifestName = 'manifest.json';
export const publicName = 'public';

/**
 * Returns undefined when there is no such release, or its manifest is damaged.
 *
 * @throws UnreadableReleaseError when the manifest is there but cannot be read
 */
export function readManifest(folder: string): Promise<ReleaseManifest | undefined> {
  return readReleaseManifest(folder, releaseManifestSchema);
}

/**
 * Returns the manifest of a release if every file has the bytes it was written with; otherwise undefined.
 *
 * @throws UnreadableReleaseError when a file is there but cannot be read
 */
export async function readWholeRelease(folder: string): Promise<ReleaseManifest | undefined> {
  const manifest = await readManifest(folder);
  for (const entry of Object.values(manifest?.files ?? {}))
    if (!(await readReleaseFile(join(folder, publicName, entry.file), entry))) return undefined;
  return manifest;
}
