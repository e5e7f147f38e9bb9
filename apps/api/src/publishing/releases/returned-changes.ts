import type { Return } from '@threadline/schema/content/content-item';
import { getItemId, type ItemChange, type listHistory } from '../../content/item-history.ts';

interface ReleaseChanges {
  changes: readonly ItemChange[];
  /** The history of the release. */
  own: ReturnType<typeof listHistory>;
  /** Whether the content was restored from a release. */
  isRestore: boolean;
}

/** Returns how a release brings back earlier content, as its editors have done it, if all its changes do; null otherwise. */
export function findReturn({ changes, own, isRestore }: ReleaseChanges): Return | null {
  // A removal is named as such, and so is an entry that is there again.
  if (!isRestore && changes.some(({ operation }) => operation !== 'changed')) return null;
  const changed = new Set(changes.map(getItemId));
  const found = new Set(own.filter((row) => changed.has(getItemId(row))).map(({ returned }) => returned));
  const [first = null] = found;
  return found.size > 1 && !found.has(null) ? 'restored' : found.size === 1 ? first : null;
}
