import type { EnquiryCounts } from '@threadline/schema/enquiry';
import type { EnquiryFilter } from './inbox-search.ts';
import { statusNames } from './status-names.ts';

/** What an export of the list has in it: in words, with the number where it is known, and for the name of the file. */
export function exportOf(
  { status, unanswered, overdue, ...rest }: EnquiryFilter,
  byStatus: EnquiryCounts['byStatus'] | undefined,
): { words: string; file: string } {
  const folder = status ? statusNames[status] : overdue ? 'Late' : unanswered ? 'Waiting' : 'All';
  const isFiltered = Object.keys(rest).length > 0;
  const total = status ? byStatus?.[status] : byStatus && Object.values(byStatus).reduce((sum, each) => sum + each, 0);
  const detail = isFiltered ? 'filtered' : overdue || unanswered ? undefined : total;
  const file = ['enquiries', folder.toLowerCase(), isFiltered && 'filtered'].filter(Boolean).join('-');
  return { words: [folder, detail].filter((part) => part !== undefined).join(', '), file: `${file}.csv` };
}
