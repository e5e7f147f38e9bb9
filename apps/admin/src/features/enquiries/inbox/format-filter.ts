import { formatDay } from '@threadline/schema/calendar-day';
import type { EnquiryStatus } from '@threadline/schema/enquiry-status';
import { type InboxSearch, placeWords } from './inbox-search.ts';
import { statusNames } from './status-names.ts';

/** For the inbox: nothing is left out. */
export const everything = {
  status: 'all',
  only: '',
  q: '',
  from: '',
  until: '',
  section: '',
  slide: '',
  cta: '',
} as const satisfies InboxSearch;

/**
 * What the inbox shows now, whichever of its fields narrows it: the folder or what waits, whose, from when and where, and
 * the words. @param nameOf how somebody is called, by id
 */
export function shownWords(search: InboxSearch, nameOf: (id: string) => string | undefined): string {
  const { only, q, section } = search;
  const parts = [
    folderWords(search),
    whoseWords(only, nameOf),
    daysWords(search),
    section && `came from ${placeWords(search)}`,
    q && `with “${q}”`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** Whether all enquiries are shown, spam too. */
export function isEverything({ status, ...narrowing }: InboxSearch): boolean {
  return status === 'all' && !Object.values(narrowing).some(Boolean);
}

function folderWords({ status = 'new', only }: InboxSearch): string {
  if (only === 'unanswered') return 'what waits for an answer, in any folder';
  if (only === 'overdue') return 'what is later than promised, in any folder';
  return status === 'all' ? 'all folders' : `the folder ${statusNames[status as EnquiryStatus] ?? status}`;
}

function whoseWords(only: string | undefined, nameOf: (id: string) => string | undefined): string | undefined {
  if (!only || only === 'unanswered' || only === 'overdue') return undefined;
  if (only === 'unassigned') return 'assigned to nobody';
  return `assigned to ${only === 'mine' ? 'me' : (nameOf(only) ?? 'a colleague')}`;
}

function daysWords({ from, until }: InboxSearch): string | undefined {
  const [first, last] = [from && formatDay(from), until && formatDay(until)];
  if (first && last) return first === last ? `of ${first}` : `from ${first} until ${last}`;
  return first ? `since ${first}` : last && `until ${last}`;
}
