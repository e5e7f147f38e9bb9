import type { EnquiryQuery } from '@threadline/schema/enquiry';
import { and, asc, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { enquiries } from '../../platform/db/schema/enquiries.ts';
import { isUnanswered } from '../sla/due.ts';
import { columnsAre, indexTermsOf, isKnownByIndexAlone, isOneOf, openTerm } from './filter.ts';
import { readSearch } from './search.ts';

type Row = typeof enquiries.$inferSelect;

/** So many that have the words are put in order by themselves; of more, the first of the list are soon found among all. */
const mostGathered = 500;
/** The last portion that is looked through, in pages. */
const mostTries = 8;

export interface Waiting {
  filter: Omit<EnquiryQuery, 'cursor' | 'q' | 'unanswered' | 'overdue'>;
  q: string;
  /** ISO 8601; only what is due before that. */
  dueBefore: string | undefined;
  /** The last row of the page before. */
  after: { dueAt: string; seq: number } | undefined;
  limit: number;
}

/** What waits for an answer, by what is due longest. Words and places cost the same at a thousand rows and at a million. */
export function waitingRows(db: Db, { filter, q, dueBefore, after, limit }: Waiting): Row[] {
  const { dueAt } = enquiries;
  const where = and(isUnanswered, dueBefore === undefined ? undefined : lt(dueAt, dueBefore), columnsAre(filter));
  const walk = (last: Waiting['after'], size: number) =>
    rowsOf(db, inOrder(db, { where: and(where, isAfter(last)), isAssigned: filter.assignee !== undefined, size }));
  const { assignee: _, ...elsewhere } = filter;
  const terms = [...indexTermsOf(filter), openTerm];
  const search = readSearch(q, terms);
  // A colleague alone has an index in the order of the list.
  if (!search && !isKnownByIndexAlone(elsewhere)) return walk(after, limit);

  const whole = search?.whole ?? terms.join(' AND ');
  const gathered = gather(db, { expression: search?.near ?? whole, size: mostGathered + 1 });
  const among = (which: SQL) => {
    const rows = db
      .select()
      .from(enquiries)
      .where(and(which, where, isAfter(after)));
    return rows.orderBy(asc(dueAt), asc(enquiries.seq));
  };
  const fits = search?.fits;
  if (gathered.length <= mostGathered) {
    const rows = among(isOneOf(gathered));
    return search?.near && fits ? rows.all().filter(fits).slice(0, limit) : rows.limit(limit).all();
  }
  if (!search) return walk(after, limit);
  return (
    (fits && walkFor(walk, { fits, after, limit })) ??
    among(sql`seq in ${hitsOf(whole)}`)
      .limit(limit)
      .all()
  );
}

interface Wanted extends Pick<Waiting, 'after' | 'limit'> {
  fits: (row: Row) => boolean;
}

/** @returns undefined when the words are rare among what is due first */
function walkFor(walk: (last: Waiting['after'], size: number) => Row[], { fits, after, limit }: Wanted) {
  const fitting: Row[] = [];
  let last = after;
  for (let size = limit; size <= limit * mostTries; size *= 2) {
    const rows = walk(last, size);
    fitting.push(...rows.filter(fits));
    if (fitting.length >= limit || rows.length < size) return fitting.slice(0, limit);
    last = rows.at(-1);
  }
  return undefined;
}

const isAfter = (last: Waiting['after']) => last && sql`(due_at, seq) > (${last.dueAt}, ${last.seq})`;

interface Walk {
  where: SQL | undefined;
  isAssigned: boolean;
  size: number;
}

/**
 * The index is named: left to itself SQLite would take that of the status, and sort all of the open enquiries for each
 * page.
 */
function inOrder(db: Db, { where, isAssigned, size }: Walk): number[] {
  const index = sql.raw(isAssigned ? 'enquiries_due_assignee' : 'enquiries_due');
  return db
    .all<{ seq: number }>(
      sql`select seq from enquiries indexed by ${index} where ${where} order by due_at, seq limit ${size}`,
    )
    .map(({ seq }) => seq);
}

function rowsOf(db: Db, seqs: number[]): Row[] {
  const { dueAt, seq } = enquiries;
  return db.select().from(enquiries).where(isOneOf(seqs)).orderBy(asc(dueAt), asc(seq)).all();
}

function gather(db: Db, { expression, size }: { expression: string; size: number }): number[] {
  return db.all<{ seq: number }>(sql`${hits(expression)} limit ${size}`).map(({ seq }) => seq);
}

const hits = (expression: string) =>
  sql`select rowid as seq from enquiry_search where enquiry_search match ${expression}`;
const hitsOf = (expression: string) => sql`(${hits(expression)})`;
