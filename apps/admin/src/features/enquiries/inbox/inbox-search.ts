import { formatEnquiryPlace } from '@threadline/schema/content/enquiry-place';
import type { EnquiryCounts, EnquiryOrigin, EnquiryQuery } from '@threadline/schema/wire/enquiry';
import { type EnquiryStatus, statusLabels } from '@threadline/schema/wire/enquiry-status';
import { toTimeRange } from '../../../format/day-span.ts';
import type { InboxSearch } from './parse-inbox-search.ts';

export type EnquiryFilter = Omit<EnquiryQuery, 'cursor'>;

/** Unanswered and overdue enquiries can be in New, Read and Replied. */
export const spansFolders = (only: string | undefined) => only === 'overdue' || only === 'unanswered';

/** The lists that are one click away. The number in the sidebar is that of the first. */
export const folderLabels = { unanswered: 'Awaiting reply', ...statusLabels, all: 'All' } as const;

export type Folder = keyof typeof folderLabels;

/** Returns the folder that a search shows; undefined if it looks in several. */
export function getFolder({ status = 'new', only, q }: InboxSearch): Folder | undefined {
  if (q || only === 'overdue') return undefined;
  return only === 'unanswered' ? only : (status as Folder);
}

/** Returns the change of the search that shows a folder. */
export function toFolderSearch(folder: Folder, { only }: InboxSearch): InboxSearch {
  if (folder === 'unanswered') return { status: undefined, q: undefined, only: folder };
  return { status: folder, q: undefined, ...(spansFolders(only) && { only: undefined }) };
}

/**
 * Returns the filters that the inbox opens with: if nothing is new, the unanswered enquiries, which may have been opened
 * before. Undefined if the address has filters, or if nothing is unanswered.
 */
export function getInitialSearch(
  search: InboxSearch,
  { byStatus, unanswered }: Pick<EnquiryCounts, 'byStatus' | 'unanswered'>,
): InboxSearch | undefined {
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  return !isFiltered && byStatus.new === 0 && unanswered > 0 ? { only: 'unanswered' } : undefined;
}

/** Returns the filters as the API takes them. A search looks in all folders. */
export function toEnquiryFilter(
  { status = 'new', only, q, section, slide, cta, ...days }: InboxSearch,
  userId: string,
): EnquiryFilter {
  return {
    ...(!q && !spansFolders(only) && status !== 'all' && { status: status as EnquiryStatus }),
    ...toOnlyFilter(only, userId),
    ...(q && { q }),
    ...(section && { section }),
    ...(slide && { slide }),
    ...(cta && { cta }),
    ...toTimeRange(days),
  };
}

function toOnlyFilter(
  only: string | undefined,
  userId: string,
): Pick<EnquiryFilter, 'assignee' | 'unanswered' | 'overdue'> {
  if (only === undefined) return {};
  if (only === 'unanswered') return { unanswered: '1' };
  if (only === 'overdue') return { overdue: '1' };
  return { assignee: only === 'mine' ? userId : only === 'unassigned' ? 'none' : only };
}

/** Returns whether anything but the folder narrows the list. */
export function isFiltered({ status: _, ...filters }: EnquiryFilter | InboxSearch): boolean {
  return Object.values(filters).some(Boolean);
}

/** A choice of the source filter: a section of the page, or one button in it. */
export interface Source {
  label: string;
  search: { section: string; slide: string | undefined; cta: string | undefined };
}

export function formatSource({ section, slide, cta }: InboxSearch): string {
  return formatEnquiryPlace({
    originSection: section ?? '',
    originSlide: slide ?? '',
    originCta: cta ?? '',
    origin: '',
  });
}

/** Returns the sections that enquiries came from, each followed by its buttons if it has several. */
export function listSources(origins: readonly EnquiryOrigin[]): Source[] {
  return [...Map.groupBy(origins, ({ section }) => section)].flatMap(([section, within]) => [
    { label: formatSource({ section }), search: { section, slide: undefined, cta: undefined } },
    ...(within.length === 1 ? [] : within).map(({ slide, cta }) => ({
      label: formatSource({ section, slide, cta }),
      search: { section, slide: slide || undefined, cta: cta || undefined },
    })),
  ]);
}

/** Returns the label of the export button, with the number of enquiries if it is known, and the name of the file. */
export function describeExport(
  { status, unanswered, overdue, ...rest }: EnquiryFilter,
  byStatus: EnquiryCounts['byStatus'] | undefined,
): { label: string; file: string } {
  const folder = (
    status ? statusLabels[status] : overdue ? 'Overdue' : unanswered ? 'Awaiting reply' : 'All'
  ).toLowerCase();
  const file = ['enquiries', folder.replace(' ', '-'), isFiltered(rest) && 'filtered'].filter(Boolean).join('-');
  return { label: isFiltered(rest) ? 'Export this list' : describeFolder(), file: `${file}.csv` };

  function describeFolder(): string {
    if (unanswered) return 'Export those awaiting a reply';
    const all = Object.values(byStatus ?? {}).reduce((sum, each) => sum + each, 0);
    const total = overdue ? 0 : status ? (byStatus?.[status] ?? 0) : all;
    return `Export ${folder} enquiries${total === 0 ? '' : ` (${total})`}`;
  }
}
