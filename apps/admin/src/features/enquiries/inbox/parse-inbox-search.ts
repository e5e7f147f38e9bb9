import type { DaySpan } from '../../../format/day-span.ts';
import { pickTexts } from '../../../format/search-params.ts';

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

/** Returns the filters of an address. The router needs it before any screen loads. */
export const parseInboxSearch: (search: Record<string, unknown>) => InboxSearch = pickTexts(
  'status',
  'only',
  'q',
  'from',
  'until',
  'section',
  'slide',
  'cta',
);
