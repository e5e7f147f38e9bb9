import type { LivePointer, ReleaseManifest } from '@threadline/schema/wire/release';
import type { z } from 'zod';
import { keepFilesMs, SupersededError, TargetError } from './publish-target.ts';

const maxRecent = 50;

interface PointerOptions {
  order: number;
  /** The pointer that is replaced. */
  before: LivePointer | undefined;
  keepMs?: number;
}

/**
 * Returns the pointer that makes a release visible. `recent` has the releases that were visible within the time for
 * which files are retained, and always the previous one.
 */
export function createPointer(
  { id, revision }: ReleaseManifest,
  { order, before, keepMs = keepFilesMs }: PointerOptions,
): LivePointer {
  const now = Date.now();
  const at = new Date(now).toISOString();
  const earlier = before?.recent ?? [];
  // A release was visible until the next one replaced it.
  const isRecent = (index: number) => index === 0 || Date.parse(earlier[index - 1]?.at ?? at) > now - keepMs;
  const retained = earlier.filter((each, index) => each.id !== id && isRecent(index));
  return { id, revision, order, at, recent: [{ id, at }, ...retained].slice(0, maxRecent) };
}

/** @throws SupersededError if another publisher has decided later */
export function assertNewer(order: number, before: { order: number } | undefined): void {
  if (before && before.order > order) throw new SupersededError();
}

/** Reads a small file of a target. @throws TargetError that names a damaged file */
export function readJson<Value>(schema: z.ZodType<Value>, body: Uint8Array, name: string): Value {
  try {
    return schema.parse(JSON.parse(new TextDecoder().decode(body)));
  } catch {
    throw new TargetError(`${name} is damaged. Delete it; the next attempt writes it again.`, { isLasting: true });
  }
}
