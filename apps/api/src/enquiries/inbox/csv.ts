import { formatEnquiryPlace } from '@threadline/schema/content/enquiry-place';
import { getEndedDay } from '@threadline/schema/primitives/indian-time';
import { statusLabels } from '@threadline/schema/wire/enquiry-status';
import { asc, inArray } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { users } from '../../platform/db/schema/core.ts';
import { type enquiries, enquiryNotes } from '../../platform/db/schema/enquiries.ts';
import { formatCsvLine } from '../../platform/text/csv.ts';
import { formatForSpreadsheet } from '../working-hours.ts';

type Row = typeof enquiries.$inferSelect;

/** Values that the team has added. */
interface Handling {
  assignee: string;
  notes: string;
}

const columns: [heading: string, value: (row: Row, handling: Handling) => string][] = [
  ['Reference', (row) => row.reference],
  ['Received (IST)', (row) => formatForSpreadsheet(row.createdAt)],
  ['Status', (row) => statusLabels[row.status]],
  ['Company', (row) => row.companyName],
  ['Name', (row) => row.contactName],
  ['Email', (row) => row.email],
  ['Phone', (row) => row.phoneE164 || row.phone],
  ['Company size', (row) => row.companySize],
  ['Industry', (row) => row.industry],
  ['Message', (row) => row.message],
  ['Came from', formatEnquiryPlace],
  ['Page', (row) => row.page],
  // A due date at midnight is written as the day that it ends, so that sorting by day is correct.
  ['Reply due (IST)', (row) => formatForSpreadsheet(getEndedDay(row.dueAt) ?? row.dueAt)],
  ['Answered (IST)', (row) => (row.answeredAt ? formatForSpreadsheet(row.answeredAt) : '')],
  ['Assigned to', (_row, { assignee }) => assignee],
  ['Notes', (_row, { notes }) => notes],
];

export const enquiryCsvHead = formatCsvLine(columns.map(([heading]) => heading));

/** Returns the CSV lines of one batch. Names and notes are read once for all of its rows. */
export function createCsvLines(db: Pick<Db, 'select'>, rows: readonly Row[]): string {
  const names = new Map(
    db
      .select({ id: users.id, name: users.name })
      .from(users)
      .all()
      .map(({ id, name }) => [id, name]),
  );
  const requestIds = rows.map(({ id }) => id);
  const notes = Map.groupBy(
    db
      .select()
      .from(enquiryNotes)
      .where(inArray(enquiryNotes.enquiryId, requestIds))
      .orderBy(asc(enquiryNotes.id))
      .all(),
    ({ enquiryId }) => enquiryId,
  );
  const lines = rows.map((row) => {
    const assignee = names.get(row.assigneeId ?? '') ?? '';
    const written =
      notes
        .get(row.id)
        ?.map(({ at, byName, text }) => `${formatForSpreadsheet(at)} IST ${byName ?? 'System'}: ${text}`) ?? [];
    return formatCsvLine(columns.map(([, value]) => value(row, { assignee, notes: written.join('\n') })));
  });
  return lines.join('');
}
