import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObjectStore } from '@threadline/object-store/object-store';
import { ObjectStoreError } from '@threadline/object-store/store-error';
import { releaseIdSchema } from '@threadline/schema/wire/release';
import { createFileHeaders } from '@threadline/schema/wire/release-response';
import { z } from 'zod';
import { listObjects, type ObjectFile, repairObjects, testStore } from './object-files.ts';
import { assertNewer, readJson } from './pointer.ts';
import { keepFilesMs, type PublishTarget, type StoredRelease, SupersededError } from './publish-target.ts';
import { runParallel } from './run-parallel.ts';

/**
 * The known content of the bucket. It is written before the first page of a release and after the last, so that the next
 * delivery repeats what a stopped one may have changed. One object, so that one conditional write fences another
 * publisher.
 */
const stateSchema = z.object({
  /** The last release that was completed; null before the first one. */
  id: releaseIdSchema.nullable(),
  order: z.number().int(),
  /** False while pages are being replaced. */
  isComplete: z.boolean(),
  /** Key → SHA-256; null: a delivery that began may have changed or deleted it. */
  pages: z.record(z.string(), z.string().nullable()),
  /** Keys with a hash in their name, and since when no visible page needs them; null: one does. */
  assets: z.record(z.string(), z.iso.datetime().nullable()),
});
type BucketState = z.infer<typeof stateSchema>;

const stateKey = '_threadline/state.json';
const markKey = 'release.json';
const emptyState: BucketState = { id: null, order: 0, isComplete: true, pages: {}, assets: {} };

/**
 * Delivers releases to a bucket that serves its objects as a website: one key for each file of the release folder, with
 * `/about/` at `about/index.html`. Hashed files come first, then pages, then `release.json`, and deletes last. A stopped
 * delivery can leave pages of two releases until the next one, but never a page without its files.
 */
export function createBucketTarget(store: ObjectStore, { keepMs = keepFilesMs } = {}): PublishTarget {
  let isConditional: boolean | undefined;

  const parseState = (content: Uint8Array | undefined): BucketState =>
    content ? readJson(stateSchema, content, `${stateKey} in the store ${store.name}`) : emptyState;

  const readState = async (signal: AbortSignal) => parseState(await store.get(stateKey, signal));

  /** Replaces the state, again if another publisher or a lost reply came in between. @returns the state before */
  async function update(change: (state: BucketState) => BucketState, signal: AbortSignal): Promise<BucketState> {
    const options = { contentType: 'application/json', cacheControl: 'no-store', signal };
    let before = emptyState;
    const changeContent = (content: Uint8Array | undefined) => {
      before = parseState(content);
      const next = change(before);
      return next === before ? undefined : JSON.stringify(next);
    };
    isConditional ??= await probe(signal);
    if (isConditional) await store.update(stateKey, changeContent, options);
    else {
      const body = changeContent(await store.get(stateKey, signal));
      if (body !== undefined) await store.put(stateKey, body, options);
    }
    return before;
  }

  async function probe(signal: AbortSignal): Promise<boolean> {
    try {
      await store.probe(signal);
      return true;
    } catch (error) {
      if (error instanceof ObjectStoreError && error.fault === 'no-conditions') return false;
      throw error;
    }
  }

  const send = async ({ key, read, ...headers }: ObjectFile, signal: AbortSignal) =>
    store.put(key, await read(), { ...headers, signal });

  const target: PublishTarget = {
    sendsHeaders: false,

    async readShown(signal) {
      const state = await readState(signal);
      return state.isComplete ? (state.id ?? undefined) : undefined;
    },

    async upload(release, _order, signal) {
      const state = await readState(signal);
      const assets = listFiles(release).filter(({ isImmutable }) => isImmutable);
      const missing = assets.filter(({ key }) => !Object.hasOwn(state.assets, key));
      await runParallel(missing, send, signal);
      const now = new Date().toISOString();
      const added = Object.fromEntries(missing.map(({ key }) => [key, now]));
      if (missing.length > 0) await update((last) => ({ ...last, assets: { ...added, ...last.assets } }), signal);
      const bytes = missing.reduce((sum, each) => sum + each.bytes, 0);
      return { sent: missing.length, skipped: assets.length - missing.length, bytes };
    },

    async activate(release, order, signal) {
      const files = listFiles(release);
      const [assets, pages] = [
        files.filter(({ isImmutable }) => isImmutable),
        files.filter((each) => !each.isImmutable),
      ];
      const shown = Object.fromEntries(pages.map(({ key, sha256 }) => [key, sha256]));
      const before = await update((state) => {
        assertNewer(order, state);
        if (!assets.every(({ key }) => Object.hasOwn(state.assets, key)))
          throw new Error(`Files of the release were removed from the store ${store.name} meanwhile.`);
        const touched = [...new Set([...Object.keys(state.pages), ...Object.keys(shown)])].map((key) => {
          const isSame = state.pages[key] === shown[key];
          return [key, isSame ? state.pages[key] : null];
        });
        return { ...state, order, isComplete: false, pages: Object.fromEntries(touched) };
      }, signal);
      const changed = pages.filter(({ key, sha256 }) => before.pages[key] !== sha256);
      const isMark = ({ key }: ObjectFile) => key === markKey;
      await runParallel(
        changed.filter((each) => !isMark(each)),
        send,
        signal,
      );
      // Visitors and the live check find it only after all pages.
      await runParallel(changed.filter(isMark), send, signal);
      for (const key of Object.keys(before.pages)) if (!Object.hasOwn(shown, key)) await store.delete(key, signal);
      const now = new Date().toISOString();
      const needed = Object.fromEntries(assets.map(({ key }) => [key, null]));
      await update((state) => {
        if (state.order !== order) throw new SupersededError();
        const unneeded = Object.entries(state.assets).map(([key, since]) => [key, since ?? now]);
        const known = { ...Object.fromEntries(unneeded), ...needed };
        return { id: release.manifest.id, order, isComplete: true, pages: shown, assets: known };
      }, signal);
      // Another publisher may have written pages at the same time.
      if (!before.isComplete) await target.repair(release, signal);
    },

    async repair(release, signal) {
      const state = await readState(signal);
      if (state.id !== release.manifest.id || !state.isComplete) return 0;
      return repairObjects(store, { files: listFiles(release), stored: await listObjects(store, '', signal) }, signal);
    },

    async prune(signal) {
      const isOld = (since: string | null) => since !== null && Date.parse(since) < Date.now() - keepMs;
      let old: string[] = [];
      // Before the deletes: what the state lists is not uploaded again.
      await update((state) => {
        old = state.isComplete ? Object.keys(state.assets).filter((key) => isOld(state.assets[key] ?? null)) : [];
        if (old.length === 0) return state;
        const retained = Object.entries(state.assets).filter(([key]) => !old.includes(key));
        return { ...state, assets: Object.fromEntries(retained) };
      }, signal);
      for (const key of old) await store.delete(key, signal);
      return old.length;
    },

    async test(signal) {
      isConditional = await probe(signal);
      await testStore(store, signal);
      if (isConditional) return `The store ${store.name} honours conditional writes, and returns what was written.`;
      return `The store ${store.name} returns what was written. It ignores conditional writes, so only one installation may deliver to it.`;
    },
  };
  return target;
}

interface BucketFile extends ObjectFile {
  sha256: string;
  bytes: number;
  isImmutable: boolean;
}

/** Lists the files without their compressed copies: the website of a bucket does not negotiate encodings. */
function listFiles({ manifest, publicDir }: StoredRelease): BucketFile[] {
  return Object.values(manifest.files).map((entry) => ({
    key: entry.file,
    sha256: entry.sha256,
    bytes: entry.bytes,
    isImmutable: entry.immutable,
    read: () => readFile(join(publicDir, entry.file)),
    contentType: entry.contentType,
    cacheControl: createFileHeaders(entry, undefined)['cache-control'] ?? '',
  }));
}
