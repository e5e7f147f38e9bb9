import type { contactRequests } from '../db/enquiry-schema.ts';
import { readable } from './readable.ts';

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

/**
 * A cell that no program takes for anything but text: a formula gets an apostrophe in front, also one in full-width
 * characters or behind blanks that nobody sees; quotes are doubled. Windows programs take a leading tab or line break as
 * the start of a formula, too.
 */
export function csvCell(value: string): string {
  const text = readable(value);
  const harmless = /^[\s\p{C}]*[=+\-@＝＋－＠\t\r]/u.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** The byte order mark tells spreadsheets that this is UTF-8. */
export const csvStart = '\ufeff';
export const enquiryCsvHead = csvLine(columns.map(([heading]) => heading));

export function enquiryCsvLine(row: Row): string {
  return csvLine(columns.map(([, value]) => value(row)));
}
