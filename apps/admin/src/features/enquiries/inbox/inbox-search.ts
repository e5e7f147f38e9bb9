import type { EnquiryCounts, EnquiryOrigin, EnquiryQuery } from '@threadline/schema/enquiry';
import type { EnquiryStatus } from '@threadline/schema/enquiry-status';
import { type DaySpan, momentsOf } from '../../../format/day-span.ts';
import { sectionWords } from '../../../format/item-count.ts';

export type EnquiryFilter = Omit<EnquiryQuery, 'cursor'>;

/** What stands in the address of the inbox. */
export interface InboxSearch extends DaySpan {
  /** The folder, or `all`. Left out: what is new. */
  status?: string | undefined;
  /** Whose: `mine`, `unassigned`, a user's id, or what is `unanswered` or `overdue`. */
  only?: string | undefined;
  q?: string | undefined;
  section?: string | undefined;
  slide?: string | undefined;
  cta?: string | undefined;
}

/** What waits, and of it what is late, lies in two folders. */
export const isOfTwoFolders = (only: string | undefined) => only === 'overdue' || only === 'unanswered';

/**
 * Where the inbox opens when nobody has chosen: with nothing new, on what waits for an answer. What was only opened has left
 * the folder of new ones, and still waits.
 */
export function startOf(
  search: InboxSearch,
  { byStatus, unanswered }: Pick<EnquiryCounts, 'byStatus' | 'unanswered'>,
): InboxSearch | undefined {
  const isChosen = Object.values(search).some((value) => value !== undefined);
  return !isChosen && byStatus.new === 0 && unanswered > 0 ? { only: 'unanswered' } : undefined;
}

/** As the API takes it. */
export function inboxFilter(
  { status = 'new', only, q, section, slide, cta, ...days }: InboxSearch,
  me: string,
): EnquiryFilter {
  return {
    ...(!isOfTwoFolders(only) && status !== 'all' && { status: status as EnquiryStatus }),
    ...whose(only, me),
    ...(q && { q }),
    ...(section && { section }),
    ...(slide && { slide }),
    ...(cta && { cta }),
    ...momentsOf(days),
  };
}

function whose(only: string | undefined, me: string): Pick<EnquiryFilter, 'assignee' | 'unanswered' | 'overdue'> {
  if (only === undefined) return {};
  if (only === 'unanswered') return { unanswered: '1' };
  if (only === 'overdue') return { overdue: '1' };
  return { assignee: only === 'mine' ? me : only === 'unassigned' ? 'none' : only };
}

/** A place to choose: a whole section of the page, or one button in it. */
export interface Place {
  label: string;
  search: { section: string; slide: string | undefined; cta: string | undefined };
}

export function placeWords({ section, slide, cta }: InboxSearch): string {
  return [section && sectionWords(section), slide, cta].filter(Boolean).join(', ');
}

/** Sections in the order of their first place, each followed by its buttons where there are several. */
export function placesOf(origins: readonly EnquiryOrigin[]): Place[] {
  return [...Map.groupBy(origins, ({ section }) => section)].flatMap(([section, within]) => [
    { label: placeWords({ section }), search: { section, slide: undefined, cta: undefined } },
    ...(within.length === 1 ? [] : within).map(({ slide, cta }) => ({
      label: placeWords({ section, slide, cta }),
      search: { section, slide: slide || undefined, cta: cta || undefined },
    })),
  ]);
}
