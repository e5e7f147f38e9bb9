import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ObjectStoreError } from '@threadline/object-store/store-error';
import type { BackupManifest, FileFacts } from '@threadline/schema/wire/backup';
import type { Logger } from 'pino';
import { type MediaPlace, mediaPrefix, openMediaPlace } from '../platform/storage/media-storage.ts';
import { forEachFile, ignoreMissing, listFiles } from './manifest.ts';

type Named = BackupManifest['named'];

/**
 * Names the images in an object store for a backup instead of copying them. Their hashes are read once. While the store does
 * not answer, the facts of the earlier backup are used: the database must be backed up nevertheless.
 *
 * @param names of the images in the database, as in a manifest
 */
export async function nameMedia(
  place: MediaPlace,
  { names, earlier, log }: { names: Iterable<string>; earlier: Named; log: Logger },
): Promise<Named> {
  const storage = openMediaPlace(place);
  const named: [string, FileFacts][] = [];
  try {
    const sizes = await listMediaSizes(place);
    await forEachFile([...names], async (name) => {
      const known = earlier[name];
      const bytes = sizes.get(name);
      // A file that is gone was deleted permanently. If a row still names it, the verification reports it.
      if (bytes === undefined) return;
      const facts = known?.bytes === bytes ? known : await storage.describe(name.slice(mediaPrefix.length));
      if (facts) named.push([name, facts]);
    });
  } catch (error) {
    const { cause } = error as Error;
    if (!(error instanceof ObjectStoreError || cause instanceof ObjectStoreError)) throw error;
    log.warn({ reason: String(cause ?? error) }, 'a backup was made without looking at the images');
    return Object.fromEntries([...names].flatMap((name) => (earlier[name] ? [[name, earlier[name]]] : [])));
  }
  return Object.fromEntries(named);
}

/** Returns a sentence for each image that is not in the storage, or has another size. */
export async function findMediaFaults(place: MediaPlace, named: Record<string, { bytes: number }>): Promise<string[]> {
  if (Object.keys(named).length === 0) return [];
  const sizes = await listMediaSizes(place);
  return Object.entries(named).flatMap(([name, { bytes }]) => {
    if (!sizes.has(name)) return [`${name} is missing`];
    return sizes.get(name) === bytes ? [] : [`${name} has another size`];
  });
}

/** Returns the sizes of all images by their names in a manifest. */
async function listMediaSizes(place: MediaPlace): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  if ('store' in place) for await (const { key, bytes } of place.store.list(mediaPrefix)) sizes.set(key, bytes);
  else
    await forEachFile(await listFiles(place.folder), async (name) => {
      const found = await stat(join(place.folder, name)).catch(ignoreMissing);
      if (found) sizes.set(mediaPrefix + name, found.size);
    });
  return sizes;
}
