import type { PublishFault } from '@threadline/schema/publishing';

interface FaultPlace {
  /** "footer, link-careers"; empty when no item is to blame. */
  words: string;
  /** Opens the editor with the caret in the field. */
  search?: { section: string; item: string; field?: string };
}

/** Where the words of a fault are edited. */
export function fieldOf({ section, key, pointer }: PublishFault): FaultPlace {
  if (!section || !key) return { words: '' };
  return { words: `${section}, ${key}`, search: { section, item: key, field: pointer || undefined } };
}
