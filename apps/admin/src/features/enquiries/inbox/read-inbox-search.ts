import type { InboxSearch } from './inbox-search.ts';

const names = [
  'status',
  'only',
  'q',
  'from',
  'until',
  'section',
  'slide',
  'cta',
] as const satisfies (keyof InboxSearch)[];

/** Of an address only what the inbox knows, as text. A file of its own: the routes need it before any screen. */
export function readInboxSearch(search: Record<string, unknown>): InboxSearch {
  const texts = names.map((name) => [name, typeof search[name] === 'number' ? String(search[name]) : search[name]]);
  return Object.fromEntries(texts.filter(([, value]) => typeof value === 'string' && value !== ''));
}
