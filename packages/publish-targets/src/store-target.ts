import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ObjectFacts, ObjectStore } from '@threadline/object-store/object-store';
import {
  type LivePointer,
  livePointerSchema,
  type ReleaseManifest,
  releaseManifestSchema,
} from '@threadline/schema/wire/release';
import { listObjects, repairObjects, testStore } from './object-files.ts';
import { assertNewer, createPointer, readJson } from './pointer.ts';
import { keepFilesMs, type PublishTarget } from './publish-target.ts';
import { runParallel } from './run-parallel.ts';

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
export function createStoreTarget(store: ObjectStore, { keepMs = keepFilesMs } = {}): PublishTarget {
  /** The blobs that this process knows to be in the store. */
  let known = new Set<string>();
  let isProbed = false;

  /** Conditional writes work only after the probe. */
  async function probeOnce(signal: AbortSignal): Promise<void> {
    if (!isProbed) await store.probe(signal);
    isProbed = true;
  }

  const parsePointer = (content: Uint8Array | undefined): LivePointer | undefined =>
    content && readJson(livePointerSchema, content, describeKey(store, pointerKey));

  return {
    sendsHeaders: true,

    async readShown(signal) {
      return parsePointer(await store.get(pointerKey, signal))?.id;
    },

    async upload({ manifest, publicDir }, _order, signal) {
      await probeOnce(signal);
      const stats = { sent: 0, skipped: 0, bytes: 0 };
      const send = async ({ sha256, file, bytes }: Blob, stop: AbortSignal) => {
        const isNew =
          !known.has(sha256) &&
          (await store.create(blobKey(sha256), await readFile(join(publicDir, file)), { signal: stop }));
        known.add(sha256);
        stats[isNew ? 'sent' : 'skipped'] += 1;
        if (isNew) stats.bytes += bytes;
      };
      await runParallel(listBlobs(manifest), send, signal);
      await store.create(manifestKey(manifest.id), JSON.stringify(manifest), { ...json, signal });
      return stats;
    },

    async activate({ manifest }, order, signal) {
      await probeOnce(signal);
      const change = (content: Uint8Array | undefined) => {
        const before = parsePointer(content);
        if (before?.id === manifest.id && before.order === order) return undefined;
        assertNewer(order, before);
        return JSON.stringify(createPointer(manifest, { order, before, keepMs }));
      };
      await store.update(pointerKey, change, { ...uncached, signal });
    },

    async repair({ manifest, publicDir }, signal) {
      const stored = await listObjects(store, 'blobs/', signal);
      // A file that is not listed is missing, also if this process has uploaded it.
      known = new Set();
      const files = listBlobs(manifest).map(({ sha256, file }) => ({
        key: blobKey(sha256),
        read: () => readFile(join(publicDir, file)),
      }));
      const count = await repairObjects(store, { files, stored }, signal);
      const uploaded = await readManifest(store, manifestKey(manifest.id), signal).catch(() => undefined);
      if (isDeepStrictEqual(uploaded, releaseManifestSchema.parse(manifest))) return count;
      await store.put(manifestKey(manifest.id), JSON.stringify(manifest), { ...json, signal });
      return count + 1;
    },

    async prune(signal) {
      const pointer = parsePointer(await store.get(pointerKey, signal));
      if (!pointer) return 0;
      const isOld = ({ modifiedAt }: ObjectFacts) => modifiedAt.getTime() < Date.now() - keepMs;
      const manifests = [...(await listObjects(store, 'manifests/', signal)).values()];
      const recentKeys = pointer.recent.map(({ id }) => manifestKey(id));
      const oldManifests = manifests.filter((facts) => isOld(facts) && !recentKeys.includes(facts.key));
      // Without it, everything would look unneeded.
      if (!manifests.some(({ key }) => key === manifestKey(pointer.id)))
        throw new Error(`The store ${store.name} does not list the visible release.`);
      const needed = new Set<string>();
      for (const facts of manifests)
        if (!oldManifests.includes(facts))
          for (const { sha256 } of listBlobs(await readManifest(store, facts.key, signal))) needed.add(blobKey(sha256));
      const blobs = [...(await listObjects(store, 'blobs/', signal)).values()];
      const old = [...oldManifests, ...blobs.filter((facts) => isOld(facts) && !needed.has(facts.key))];
      // A blob that is deleted now must be sent again when a later release needs it.
      known = new Set();
      for (const { key } of old) await store.delete(key, signal);
      return old.length;
    },

    async test(signal) {
      await store.probe(signal);
      await testStore(store, signal);
      return `The store ${store.name} honours conditional writes, and returns what was written.`;
    },
  };
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
  return readJson(releaseManifestSchema, found, describeKey(store, key));
}

const describeKey = (store: ObjectStore, key: string) => `${key} in the store ${store.name}`;
