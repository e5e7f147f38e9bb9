import type { PublishFault } from '@threadline/schema/publishing';
import { itemWords } from '../ui/item-words.ts';

interface FaultPlace {
  /** "Footer, link careers"; empty when no item is to blame. */
  words: string;
  /** Opens the editor with the caret in the field. */
  search?: { section: string; item: string; field?: string };
}

/** Where the words of a fault are edited. */
export function fieldOf({ section, key, pointer }: PublishFault): FaultPlace {
  if (!section || !key) return { words: '' };
  return { words: itemWords(section, key), search: { section, item: key, field: pointer || undefined } };
}
