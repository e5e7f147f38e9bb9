import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ReleaseFile,
  type ReleaseManifest,
  releaseManifestSchema,
  type StoredBytes,
} from '@threadline/schema/release';
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

/** Returns the manifest of a release if every file has the bytes it was written with; otherwise undefined. */
export async function readWholeRelease(folder: string): Promise<ReleaseManifest | undefined> {
  const manifest = await readManifest(folder);
  if (!manifest) return undefined;
  const checks = Object.values(manifest.files).map((entry) => isIntact(join(folder, publicName, entry.file), entry));
  return (await Promise.all(checks)).every(Boolean) ? manifest : undefined;
}

/** Compares a file and its precompressed copies with the hashes of their manifest entry. */
export async function isIntact(file: string, entry: ReleaseFile): Promise<boolean> {
  const { br, gzip } = entry.encodings;
  const checks = [
    hasBytes(file, entry),
    br === undefined || hasBytes(file + twinSuffix.br, br),
    gzip === undefined || hasBytes(file + twinSuffix.gzip, gzip),
  ];
  return (await Promise.all(checks)).every(Boolean);
}

async function hasBytes(file: string, { sha256 }: StoredBytes): Promise<boolean> {
  const body = await readFile(file).catch(() => undefined);
  return body !== undefined && createHash('sha256').update(body).digest('hex') === sha256;
}
