import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObjectFacts, ObjectStore } from '@threadline/object-store/object-store';
import {
  type LivePointer,
  livePointerSchema,
  type ReleaseManifest,
  releaseManifestSchema,
} from '@threadline/schema/wire/release';
import pLimit from 'p-limit';
import { type PublishTarget, SupersededError } from './publish-target.ts';

const parallelUploads = 16;
const recentReleases = 10;
/** Open browser tabs and caches still request the files of an older release. */
const defaultKeepMs = 7 * 24 * 60 * 60_000;
const pointerKey = 'live.json';
const blobKey = (sha256: string) => `blobs/${sha256}`;
const manifestKey = (id: string) => `manifests/${id}.json`;
const json = { contentType: 'application/json' };
const uncached = { ...json, cacheControl: 'no-store' };

/**
 * Delivers releases to an object store that an edge worker serves (apps/edge): `blobs/<sha256>` for the bytes of files,
 * `manifests/<id>.json` for each release, and `live.json`, which names the visible one. Nothing is overwritten but the
 * last, so a release becomes visible as a whole, and a stopped upload is never seen.
 */
export function createStoreTarget(store: ObjectStore, { keepMs = defaultKeepMs } = {}): PublishTarget {
  /** The blobs that this process knows to be in the store. */
  let known = new Set<string>();
  let isProbed = false;

  async function readPointer(signal: AbortSignal): Promise<{ pointer: LivePointer; etag: string } | undefined> {
    const found = await store.get(pointerKey, signal);
    if (!found) return undefined;
    return { pointer: livePointerSchema.parse(JSON.parse(new TextDecoder().decode(found.body))), etag: found.etag };
  }

  return {
    async readShown(signal) {
      return (await readPointer(signal))?.pointer.id;
    },

    async upload({ manifest, publicDir }, signal) {
      if (!isProbed) await store.probe(signal);
      isProbed = true;
      const limit = pLimit(parallelUploads);
      const stats = { sent: 0, skipped: 0, bytes: 0 };
      const send = async ({ sha256, file, bytes }: Blob) => {
        signal.throwIfAborted();
        if (known.has(sha256)) {
          stats.skipped += 1;
          return;
        }
        const isNew = await store.create(blobKey(sha256), await readFile(join(publicDir, file)), { signal });
        known.add(sha256);
        stats[isNew ? 'sent' : 'skipped'] += 1;
        if (isNew) stats.bytes += bytes;
      };
      await Promise.all(listBlobs(manifest).map((blob) => limit(() => send(blob))));
      await store.create(manifestKey(manifest.id), JSON.stringify(manifest), { ...json, signal });
      return stats;
    },

    async activate({ manifest: { id, revision } }, order, signal) {
      for (;;) {
        const before = await readPointer(signal);
        if (before?.pointer.id === id && before.pointer.order === order) return;
        if (before && before.pointer.order > order) throw new SupersededError();
        const earlier = before?.pointer.recent.filter((each) => each !== id) ?? [];
        const recent = [id, ...earlier].slice(0, recentReleases);
        const pointer: LivePointer = { id, revision, order, at: new Date().toISOString(), recent };
        const body = JSON.stringify(pointer);
        if (await store.replace(pointerKey, body, { ...uncached, etag: before?.etag, signal })) return;
        // Another publisher was faster, or the reply to an earlier attempt was lost. The pointer is read again.
      }
    },

    async prune(signal) {
      const found = await readPointer(signal);
      if (!found) return 0;
      const isOld = ({ modifiedAt }: ObjectFacts) => modifiedAt.getTime() < Date.now() - keepMs;
      const manifests = await listAll(store, 'manifests/', signal);
      const recentKeys = found.pointer.recent.map(manifestKey);
      const oldManifests = manifests.filter((facts) => isOld(facts) && !recentKeys.includes(facts.key));
      // Without it, everything would look unneeded.
      if (!manifests.some(({ key }) => key === manifestKey(found.pointer.id)))
        throw new Error(`The store ${store.name} does not list the visible release.`);
      const needed = new Set<string>();
      for (const facts of manifests)
        if (!oldManifests.includes(facts))
          for (const { sha256 } of listBlobs(await readManifest(store, facts.key, signal))) needed.add(blobKey(sha256));
      const blobs = await listAll(store, 'blobs/', signal);
      const old = [...oldManifests, ...blobs.filter((facts) => isOld(facts) && !needed.has(facts.key))];
      // A blob that is deleted now must be sent again when a later release needs it.
      known = new Set();
      for (const { key } of old) await store.delete(key, signal);
      return old.length;
    },
  };
}

async function listAll(store: ObjectStore, prefix: string, signal: AbortSignal): Promise<ObjectFacts[]> {
  const found: ObjectFacts[] = [];
  for await (const facts of store.list(prefix, signal)) found.push(facts);
  return found;
}

interface Blob {
  sha256: string;
  /** Its path in the release's `public/`. */
  file: string;
  bytes: number;
}

/** Lists the bytes that the worker serves: each file, and its Brotli copy. */
function listBlobs({ files }: ReleaseManifest): Blob[] {
  const blobs = Object.values(files).flatMap(({ file, sha256, bytes, encodings: { br } }) => [
    { sha256, file, bytes },
    ...(br ? [{ ...br, file: `${file}.br` }] : []),
  ]);
  return [...new Map(blobs.map((blob) => [blob.sha256, blob])).values()];
}

async function readManifest(store: ObjectStore, key: string, signal: AbortSignal): Promise<ReleaseManifest> {
  const found = await store.get(key, signal);
  if (!found) throw new Error(`The store ${store.name} lost ${key}.`);
  return releaseManifestSchema.parse(JSON.parse(new TextDecoder().decode(found.body)));
}
