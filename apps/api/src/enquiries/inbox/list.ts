import type { EnquiryCounts, EnquiryOrigin, EnquiryQuery, EnquirySummary } from '@threadline/schema/enquiry';
import { enquiryStatuses } from '@threadline/schema/enquiry-status';
import { and, asc, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { ContentQueries } from '../../content/queries.ts';
import type { Deps } from '../../context.ts';
import { enquiries, enquiryCounts, enquiryDays, enquiryOrigins } from '../../platform/db/schema/enquiries.ts';
import { ProblemError } from '../../platform/http/problem-error.ts';
import { countFailed } from '../../platform/mail/outbox.ts';
import { stripControlCharacters } from '../../platform/text/strip-control-characters.ts';
import { countWaiting } from '../sla/due.ts';
import { lateReplyRows } from '../sla/late-replies.ts';
import { withWaitingReply } from '../sla/reply-outcome.ts';
import { indianDay } from '../sla/working-hours.ts';
import { columnsAre, indexTermsOf, isKnownByIndexAlone, isOneOf, type Span, spanOf } from './filter.ts';
import { readSearch, type Search } from './search.ts';
import { waitingRows } from './waiting-list.ts';

const pageSize = 50;
const previewLength = 160;
const shownDays = 14;
const shownOrigins = 100;
/** The last portion that is looked through, in pages. */
const mostTries = 8;
/** So many rows are looked at one by one. */
const mostLookedAt = 500;

type Row = typeof enquiries.$inferSelect;

/** Which enquiries are meant; `cursor` continues a list behind its last row. */
export type EnquiryFilter = Omit<EnquiryQuery, 'cursor'> & { cursor?: string };

/** Reading of the inbox. Every list is paged by a key of an index: its cost does not grow with the table. */
export function createEnquiryLists({ db, now }: Pick<Deps, 'db' | 'now'>, queries: ContentQueries) {
  /** @returns rows, newest first; those that wait by what is due longest */
  function rows(filter: EnquiryFilter, limit: number): Row[] {
    const { q = '', unanswered, overdue, cursor } = filter;
    if (unanswered || overdue) return unansweredRows(filter, limit);
    const [, before] = readCursor(cursor);
    const span = spanOf(db, { ...filter, before });
    if (!span) return [];
    const terms = indexTermsOf(filter);
    const typed = readSearch(q, terms);
    const search = typed ?? (isKnownByIndexAlone(filter) ? { whole: terms.join(' AND ') } : undefined);
    if (search) return amongFew({ filter, typed, span, limit }) ?? found({ search, span, limit });
    return db
      .select()
      .from(enquiries)
      .where(and(columnsAre(filter), gte(enquiries.seq, span.first), lt(enquiries.seq, span.end)))
      .orderBy(desc(enquiries.seq))
      .limit(limit)
      .all();
  }

  function unansweredRows({ q = '', cursor, overdue, unanswered: _, ...filter }: EnquiryFilter, limit: number): Row[] {
    const [dueAt, seq] = readCursor(cursor);
    const after = dueAt === undefined || seq === undefined ? undefined : { dueAt, seq };
    const at = now().toISOString();
    const rows = waitingRows(db, { filter, q, dueBefore: overdue && at, after, limit });
    const stuck = lateReplyRows(db, { filter, q, after, limit, at });
    if (stuck.length === 0) return rows;
    return [...rows, ...stuck].sort(byDue).slice(0, limit);
  }

  /**
   * Few rows have two of colleague and places. To look at these few costs less than to bring them together with a folder or
   * with words that many rows have.
   *
   * @returns undefined when they are many, or when only the index knows which have the words
   */
  function amongFew({ filter, typed, span, limit }: AmongFew): Row[] | undefined {
    const places = indexTermsOf({ ...filter, status: undefined });
    if (places.length < 2 || (typed && !typed.fits)) return undefined;
    const { seq, status } = enquiries;
    const found = seqsOf(db, { expression: places.join(' AND '), span, limit: mostLookedAt + 1 });
    if (found.length > mostLookedAt) return undefined;
    const inFolder = filter.status === undefined ? undefined : eq(status, filter.status);
    const rows = db
      .select()
      .from(enquiries)
      .where(and(isOneOf(found), inFolder))
      .orderBy(desc(seq));
    return typed?.fits ? rows.all().filter(typed.fits).slice(0, limit) : rows.limit(limit).all();
  }

  /**
   * Of words that stand in many enquiries the newest are soon found by their first letters. Where that takes long the words
   * are rare, and it costs little to gather all rows that have them.
   */
  function found({ search, span, limit }: Found): Row[] {
    const { near, fits, whole } = search;
    const fitting: Row[] = [];
    let { end } = span;
    for (let size = limit; near && fits && size <= limit * mostTries; size *= 2) {
      const rows = hits({ expression: near, span: { ...span, end }, limit: size });
      fitting.push(...rows.filter(fits));
      if (fitting.length >= limit) return fitting.slice(0, limit);
      if (rows.length < size) return fitting;
      end = rows.at(-1)?.seq ?? end;
    }
    return hits({ expression: whole, span, limit });
  }

  /** The index hands out its rows newest first and stops when there are enough. */
  function hits({ expression, span, limit }: Hits): Row[] {
    const index = sql`enquiry_search`;
    return db
      .select()
      .from(enquiries)
      .innerJoin(index, sql`enquiry_search.rowid = ${enquiries.seq}`)
      .where(
        sql`enquiry_search match ${expression} and enquiry_search.rowid >= ${span.first} and enquiry_search.rowid < ${span.end}`,
      )
      .orderBy(sql`enquiry_search.rowid desc`)
      .limit(limit)
      .all()
      .map((row) => ('enquiries' in row ? (row.enquiries as Row) : (row as unknown as Row)));
  }

  return {
    rows,

    page(filter: EnquiryFilter): { enquiries: EnquirySummary[]; next: string | null } {
      const page = rows(filter, pageSize + 1);
      const last = page.length > pageSize ? page[pageSize - 1] : undefined;
      const shown = page.slice(0, pageSize);
      const waiting = withWaitingReply(db, shown);
      return { enquiries: shown.map((row) => toSummary(row, waiting.has(row.id))), next: last ? cursorOf(last) : null };
    },

    /** Where enquiries came from, the most frequent first. */
    origins(): EnquiryOrigin[] {
      const { total, section, slide, cta } = enquiryOrigins;
      return db
        .select()
        .from(enquiryOrigins)
        .orderBy(desc(total), asc(section), asc(slide), asc(cta))
        .limit(shownOrigins)
        .all();
    },

    counts(): Omit<EnquiryCounts, 'mail'> {
      const totals = new Map(
        db
          .select()
          .from(enquiryCounts)
          .all()
          .map(({ status, total }) => [status, total]),
      );
      return {
        byStatus: Object.fromEntries(
          enquiryStatuses.map((status) => [status, totals.get(status) ?? 0]),
        ) as EnquiryCounts['byStatus'],
        ...countWaiting(db, queries, now().toISOString()),
        days: days(),
        failedMessages: countFailed(db),
      };
    },
  };

  function days(): EnquiryCounts['days'] {
    const first = indianDay(new Date(now().getTime() - (shownDays - 1) * 86_400_000));
    const stored = db.select().from(enquiryDays).where(gte(enquiryDays.day, first)).all();
    const totals = new Map(stored.map(({ day, total }) => [day, total]));
    return Array.from({ length: shownDays }, (_, index) => {
      const day = indianDay(new Date(now().getTime() - (shownDays - 1 - index) * 86_400_000));
      return { day, total: totals.get(day) ?? 0 };
    });
  }
}

function byDue(one: Row, other: Row): number {
  if (one.dueAt !== other.dueAt) return one.dueAt < other.dueAt ? -1 : 1;
  return one.seq - other.seq;
}

export type EnquiryLists = ReturnType<typeof createEnquiryLists>;

interface Hits extends Omit<Found, 'search'> {
  expression: string;
}

interface Found {
  search: Search;
  span: Span;
  limit: number;
}

interface AmongFew extends Omit<Found, 'search'> {
  filter: EnquiryFilter;
  typed: Search | undefined;
}

/** The numbers of the newest rows that the search index finds within a span. */
function seqsOf(db: Deps['db'], { expression, span, limit }: Hits): number[] {
  const found = db.all<{ seq: number }>(sql`
    select rowid as seq from enquiry_search
    where enquiry_search match ${expression} and rowid >= ${span.first} and rowid < ${span.end}
    order by rowid desc limit ${limit}`);
  return found.map(({ seq }) => seq);
}

export function cursorOf({ dueAt, seq }: Pick<Row, 'dueAt' | 'seq'>): string {
  return `${dueAt}_${seq}`;
}

function readCursor(cursor: string | undefined): [due: string | undefined, seq: number | undefined] {
  if (cursor === undefined) return [undefined, undefined];
  const [, due, seq] = /^(\d{4}-[\d:.TZ-]{10,30})_(\d{1,15})$/.exec(cursor) ?? [];
  if (!due) throw new ProblemError('malformed-request', { detail: 'This place in the list does not exist.' });
  return [due, Number(seq)];
}

function toSummary(row: Row, replyPending: boolean): EnquirySummary {
  const { id, reference, status, companyName, contactName, message, assigneeId, createdAt, dueAt } = row;
  const preview = stripControlCharacters(message).slice(0, previewLength).replace(/\s+/g, ' ').toWellFormed();
  const { answeredAt, isTest } = row;
  const names = { companyName: stripControlCharacters(companyName), contactName: stripControlCharacters(contactName) };
  return { id, reference, status, ...names, preview, assigneeId, createdAt, dueAt, answeredAt, replyPending, isTest };
}
