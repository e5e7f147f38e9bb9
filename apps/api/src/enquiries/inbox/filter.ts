import { toE164 } from '@threadline/schema/primitives/phone';
import type { EnquiryQuery } from '@threadline/schema/wire/enquiry';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { enquiries } from '../../platform/db/schema/enquiries.ts';
import { ProblemError } from '../../platform/http/problem-error.ts';
import { isUnanswered } from '../sla.ts';

export type EnquiryRow = typeof enquiries.$inferSelect;

/** Selects enquiries; `cursor` continues a list after its last row. */
export type EnquiryFilter = Omit<EnquiryQuery, 'cursor'> & { cursor?: string | undefined };

const { seq, status, assigneeId, originSection, originSlide, originCta } = enquiries;

/**
 * Reads one page of enquiries: newest first, or by due date for unanswered ones. Every filter is a condition on an indexed
 * column whose index yields rows in the order of the list, so reading stops when the page is full.
 */
export function readEnquiries(
  db: Db,
  filter: EnquiryFilter,
  { at, limit }: { at: string; limit: number },
): EnquiryRow[] {
  const match = toMatchExpression(filter.q ?? '');
  const query = filter.unanswered || filter.overdue ? selectByDueDate(filter, match, at) : selectNewest(filter, match);
  const seqs = db.all<{ seq: number }>(sql`${query} limit ${limit}`).map((row) => row.seq);
  const rows = db
    .select()
    .from(enquiries)
    // One parameter for all numbers.
    .where(sql`${seq} in (select value from json_each(${JSON.stringify(seqs)}))`)
    .all();
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  return seqs.flatMap((number) => bySeq.get(number) ?? []);
}

function selectNewest(filter: EnquiryFilter, match: string | undefined): SQL {
  const columns = matchColumns(filter);
  const after = afterCursor(filter.cursor, (cursor) => sql`seq < ${cursor.seq}`);
  if (match === undefined)
    return sql`select seq from enquiries where ${and(sql`true`, columns, after)} order by seq desc`;
  // The search index yields its rows newest first. The first row that has the columns bounds how far back it is read.
  const span = columns && sql`enquiry_search.rowid >= ${firstSeq(sql`enquiries where ${columns}`)}`;
  const older = afterCursor(filter.cursor, (cursor) => sql`enquiry_search.rowid < ${cursor.seq}`);
  return sql`select enquiry_search.rowid as seq from enquiry_search cross join enquiries on seq = enquiry_search.rowid
    where ${and(sql`enquiry_search match ${match}`, span, columns, older)} order by enquiry_search.rowid desc`;
}

/** Returns the highest number if there are no rows, because SQLite reads the whole search index for `rowid >= null`. */
const firstSeq = (rows: SQL) => sql`coalesce((select min(seq) from ${rows}), 9223372036854775807)`;

function selectByDueDate(filter: EnquiryFilter, match: string | undefined, at: string): SQL {
  // SQLite would prefer the index of the status, and sort all open enquiries for each page.
  const index = sql.raw(filter.assignee === undefined ? 'enquiries_due' : 'enquiries_due_assignee');
  const oldest = firstSeq(sql`enquiries indexed by enquiries_due where ${isUnanswered}`);
  const where = and(
    isUnanswered,
    filter.overdue && sql`due_at < ${at}`,
    matchColumns(filter),
    match === undefined
      ? undefined
      : sql`seq in (select rowid from enquiry_search where enquiry_search match ${match} and rowid >= ${oldest})`,
    afterCursor(filter.cursor, (cursor) => sql`(due_at, seq) > (${cursor.dueAt}, ${cursor.seq})`),
  );
  return sql`select seq from enquiries indexed by ${index} where ${where} order by due_at, seq`;
}

function matchColumns({ assignee, section, slide, cta, from, until, status: folder }: EnquiryFilter): SQL | undefined {
  return and(
    folder === undefined ? undefined : eq(status, folder),
    assignee === undefined ? undefined : assignee === 'none' ? isNull(assigneeId) : eq(assigneeId, assignee),
    section === undefined ? undefined : eq(originSection, section),
    slide === undefined ? undefined : eq(originSlide, slide),
    cta === undefined ? undefined : eq(originCta, cta),
    // Enquiries are numbered as they arrive, so days are a range of the number by which every index is ordered.
    from === undefined
      ? undefined
      : sql`${seq} >= (select seq from enquiries where created_at >= ${from} order by created_at, seq limit 1)`,
    until === undefined
      ? undefined
      : sql`${seq} <= (select seq from enquiries where created_at < ${until} order by created_at desc, seq desc limit 1)`,
  );
}

interface Cursor {
  dueAt: string;
  seq: number;
}

/** Returns the cursor that continues a list after a row. */
export function toCursor({ dueAt, seq }: Cursor): string {
  return `${dueAt}_${seq}`;
}

function afterCursor(cursor: string | undefined, condition: (cursor: Cursor) => SQL): SQL | undefined {
  if (cursor === undefined) return undefined;
  const [, dueAt, seq] = /^(\d{4}-[\d:.TZ-]{10,30})_(\d{1,15})$/.exec(cursor) ?? [];
  if (!dueAt) throw new ProblemError('malformed-request', { detail: 'The cursor is invalid. Load the list again.' });
  return condition({ dueAt, seq: Number(seq) });
}

const maxTerms = 8;

/**
 * Returns the FTS5 expression for typed text: every term must occur as a prefix. Terms are quoted, so that no typed
 * text is an operator. A phone number also finds its E.164 form in any spelling.
 */
export function toMatchExpression(typed: string): string | undefined {
  const terms = typed
    .normalize('NFC')
    // A NUL character would end the expression inside its quotes.
    .split(/[\s\p{Cc}]+/u)
    .map((term) => term.replaceAll('"', ''))
    .filter((term) => /[\p{L}\p{N}]/u.test(term))
    .slice(0, maxTerms);
  if (terms.length === 0) return undefined;
  const expression = terms.map((term) => `"${term}"*`).join(' AND ');
  const phone = toE164(typed.normalize('NFKC'));
  return phone ? `(${expression}) OR phone_e164 : "${phone.slice(1)}"` : expression;
}
