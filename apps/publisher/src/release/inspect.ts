import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ReleaseFile, type ReleaseManifest, releaseManifestSchema } from '@threadline/schema/release';
import { twinSuffix } from './static-file.ts';

export const manifestName = 'manifest.json';
export const publicName = 'public';

/** @returns undefined when there is no such release, or none that can be read */
export async function readManifest(folder: string): Promise<ReleaseManifest | undefined> {
  try {
    return releaseManifestSchema.parse(JSON.parse(await readFile(join(folder, manifestName), 'utf8')));
  } catch {
    return undefined;
  }
}

/** The manifest of a release of which every file is there and has the bytes it was written with; otherwise undefined. */
export async function readWholeRelease(folder: string): Promise<ReleaseManifest | undefined> {
  const manifest = await readManifest(folder);
  if (!manifest) return undefined;
  const checks = Object.values(manifest.files).map((entry) => isWhole(join(folder, publicName), entry));
  return (await Promise.all(checks)).every(Boolean) ? manifest : undefined;
}

async function isWhole(publicDir: string, entry: ReleaseFile): Promise<boolean> {
  const file = join(publicDir, entry.file);
  try {
    const sha256 = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    return (
      sha256 === entry.sha256 &&
      (await hasSize(file + twinSuffix.br, entry.encodings.br)) &&
      (await hasSize(file + twinSuffix.gzip, entry.encodings.gzip))
    );
  } catch {
    return false;
  }
}

async function hasSize(file: string, bytes: number | undefined): Promise<boolean> {
  return bytes === undefined || (await stat(file)).size === bytes;
}
