import { randomBytes, randomUUID } from 'node:crypto';
import { hasBytes, type ObjectFacts, type ObjectStore } from '@threadline/object-store/object-store';
import type { Body } from '@threadline/object-store/send-request';
import { runParallel } from './run-parallel.ts';

export interface ObjectFile {
  key: string;
  read: () => Promise<Body>;
  contentType?: string;
  cacheControl?: string;
}

/** Uploads the files that a store does not hold with the same bytes. @returns how many they were */
export async function repairObjects(
  store: ObjectStore,
  { files, stored }: { files: readonly ObjectFile[]; stored: ReadonlyMap<string, ObjectFacts> },
  signal: AbortSignal,
): Promise<number> {
  let count = 0;
  const repair = async ({ key, read, ...options }: ObjectFile, stop: AbortSignal) => {
    const body = await read();
    if (hasBytes(stored.get(key), body)) return;
    await store.put(key, body, { ...options, signal: stop });
    count += 1;
  };
  await runParallel(files, repair, signal);
  return count;
}

export async function listObjects(
  store: ObjectStore,
  prefix: string,
  signal: AbortSignal,
): Promise<Map<string, ObjectFacts>> {
  const found = new Map<string, ObjectFacts>();
  for await (const facts of store.list(prefix, signal)) found.set(facts.key, facts);
  return found;
}

/** Writes random bytes, lists, reads and deletes them. @throws Error if the store returns other bytes */
export async function testStore(store: ObjectStore, signal: AbortSignal): Promise<void> {
  const key = `_threadline/check-${randomUUID()}`;
  const body = randomBytes(65_536);
  await store.put(key, body, { contentType: 'application/octet-stream', cacheControl: 'no-store', signal });
  try {
    const isListed = (await listObjects(store, key, signal)).has(key);
    const found = await store.get(key, signal);
    if (!isListed || !found || Buffer.compare(found, body) !== 0)
      throw new Error(`The store ${store.name} does not return what was written.`);
  } finally {
    await store.delete(key, signal);
  }
}
