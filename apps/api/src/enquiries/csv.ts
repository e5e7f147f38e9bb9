import type { contactRequests } from '../db/enquiry-schema.ts';
import { csvLine } from '../typed-text/csv.ts';

type Row = typeof contactRequests.$inferSelect;

const columns: [heading: string, value: (row: Row) => string][] = [
  ['Reference', (row) => row.reference],
  ['Received', (row) => row.createdAt],
  ['Status', (row) => row.status],
  ['Company', (row) => row.companyName],
  ['Name', (row) => row.contactName],
  ['Email', (row) => row.email],
  ['Phone', (row) => row.phoneE164 || row.phone],
  ['Company size', (row) => row.companySize],
  ['Industry', (row) => row.industry],
  ['Message', (row) => row.message],
  ['Came from', (row) => [row.originSection, row.originSlide, row.originCta || row.origin].filter(Boolean).join(', ')],
  ['Page', (row) => row.page],
  ['Reply due', (row) => row.dueAt],
  ['Answered', (row) => row.answeredAt ?? ''],
];

export const enquiryCsvHead = csvLine(columns.map(([heading]) => heading));

export function enquiryCsvLine(row: Row): string {
  return csvLine(columns.map(([, value]) => value(row)));
}
