import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasBytes, type ObjectFacts, type ObjectStore } from '@threadline/object-store/object-store';
import type { BackupManifest } from '@threadline/schema/wire/backup';
import { mediaPrefix } from '../platform/storage/media-storage.ts';
import { forEachFile, ignoreMissing } from './manifest.ts';

/** Images by their SHA-256, shared by all backups: each one is sent once. */
export const imagesPrefix = 'images/';

export const isImageEntry = ([name]: [string, unknown]) => name.startsWith(mediaPrefix);

/** ETags of stored images that had the right bytes, by SHA-256: these images are not read again. */
export type IntactImages = Map<string, string>;

export async function listImages(store: ObjectStore): Promise<Map<string, ObjectFacts>> {
  const images = new Map<string, ObjectFacts>();
  for await (const facts of store.list(imagesPrefix)) images.set(facts.key.slice(imagesPrefix.length), facts);
  return images;
}

/** Returns what is wrong with each image that the store lacks or holds with other bytes, by name. */
export async function findImageFaults(
  store: ObjectStore,
  { folder, manifest, intact }: { folder: string; manifest: BackupManifest; intact: IntactImages },
): Promise<Map<string, string>> {
  const stored = await listImages(store);
  const faults = new Map<string, string>();
  await forEachFile(Object.entries(manifest.files).filter(isImageEntry), async ([name, { bytes, sha256 }]) => {
    const facts = stored.get(sha256);
    if (!facts) faults.set(name, 'is missing');
    else if (facts.bytes === bytes && intact.get(sha256) === facts.etag) return;
    else if (facts.bytes === bytes && (await isIntact(store, { facts, sha256, file: join(folder, name) })))
      intact.set(sha256, facts.etag);
    else faults.set(name, 'has other bytes than were backed up');
  });
  return faults;
}

async function isIntact(
  store: ObjectStore,
  { facts, sha256, file }: { facts: ObjectFacts; sha256: string; file: string },
): Promise<boolean> {
  const local = await readFile(file).catch(ignoreMissing);
  if (local && hasBytes(facts, new Uint8Array(local))) return true;
  // An ETag may look like an MD5 without being one, and the local file may be the damaged one: the object decides.
  const found = await store.get(facts.key);
  return found !== undefined && hash('sha256', found) === sha256;
}
