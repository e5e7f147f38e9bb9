import { createItemNames } from '../content/item-history.ts';
import type { Db } from '../platform/db/client.ts';

interface Entry {
  at: string;
  action: string;
  subject: string;
}

/** Entries with how the item that they are about was called then; null for what is about no item. */
export function withItemNames<Each extends Entry>(
  db: Db,
  entries: readonly Each[],
): (Each & { name: string | null })[] {
  const names = createItemNames(db);
  return entries.map((entry) => {
    const [section = '', key] = entry.action.startsWith('content.') ? entry.subject.split('.') : [];
    return { ...entry, name: key ? names.atTime({ section, key }, entry.at) : null };
  });
}
