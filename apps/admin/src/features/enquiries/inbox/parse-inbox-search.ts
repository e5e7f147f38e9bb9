import type { DaySpan } from '../../../format/day-span.ts';

/** The filters in the address of the inbox. */
export interface InboxSearch extends DaySpan {
  /** A folder or `all`. Default: `new`. */
  status?: string | undefined;
  /** `mine`, `unassigned`, the id of a user, or across all folders `unanswered` or `overdue`. */
  only?: string | undefined;
  q?: string | undefined;
  section?: string | undefined;
  slide?: string | undefined;
  cta?: string | undefined;
}

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

/** Returns the filters of an address, without empty and unknown ones. The router needs it before any screen loads. */
export function parseInboxSearch(search: Record<string, unknown>): InboxSearch {
  const texts = names.map((name) => [name, typeof search[name] === 'number' ? String(search[name]) : search[name]]);
  return Object.fromEntries(texts.filter(([, value]) => typeof value === 'string' && value !== ''));
}
