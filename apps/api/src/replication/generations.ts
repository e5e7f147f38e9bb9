import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ObjectStore } from '@threadline/object-store/object-store';
import { getStateFolder } from './litestream.ts';

export const generationsPrefix = 'generations/';

interface Generation {
  id: string;
  /** When its last object was written. */
  writtenAt: Date;
  /** A copy of the database is useless without the log that was written meanwhile. */
  isComplete: boolean;
}

/** Lists the generations in a store, newest first; by default those that can be restored. */
export async function listGenerations(store: ObjectStore, { onlyComplete = true } = {}): Promise<Generation[]> {
  const found = new Map<string, Generation & { kinds: Set<string> }>();
  for await (const { key, modifiedAt } of store.list(generationsPrefix)) {
    const [, id = '', kind = ''] = key.split('/');
    const each = found.get(id) ?? { id, writtenAt: modifiedAt, isComplete: false, kinds: new Set<string>() };
    each.kinds.add(kind);
    each.isComplete = each.kinds.has('snapshots') && each.kinds.has('wal');
    if (modifiedAt > each.writtenAt) each.writtenAt = modifiedAt;
    found.set(id, each);
  }
  return [...found.values()]
    .filter((each) => each.isComplete || !onlyComplete)
    .sort((one, other) => other.writtenAt.getTime() - one.writtenAt.getTime());
}

/** Deletes every object of a generation. */
export async function deleteGeneration(store: ObjectStore, { id }: Pick<Generation, 'id'>): Promise<void> {
  const keys: string[] = [];
  for await (const { key } of store.list(`${generationsPrefix}${id}/`)) keys.push(key);
  for (const key of keys) await store.delete(key);
}

/** Returns the id of the current generation; undefined before Litestream has begun one. */
export function readGeneration(dataDir: string): string | undefined {
  const file = join(getStateFolder(join(dataDir, 'threadline.db')), 'generation');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() || undefined : undefined;
}
