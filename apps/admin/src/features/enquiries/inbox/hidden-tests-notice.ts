import type { EnquirySummary } from '@threadline/schema/enquiry';
import type { EnquiryFilter } from './inbox-search.ts';

/** Tests are in the list of a folder, marked, but no enquiries: ", and 1 test" behind the number of the whole folder. */
export function testsBesides({ status, ...rest }: EnquiryFilter, rows: readonly EnquirySummary[]): string {
  if (status === undefined || Object.keys(rest).length > 0) return '';
  const tests = rows.filter((row) => row.isTest && row.status === status).length;
  if (tests === 0) return '';
  return `, and ${tests === 1 ? '1 test' : `${tests} tests`}`;
}
