import type { EnquiryQuery } from '@threadline/schema/enquiry';
import { openStatuses } from '@threadline/schema/enquiry-status';
import { and, asc, desc, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { enquiries } from '../../platform/db/schema/enquiries.ts';

type Filter = Pick<EnquiryQuery, 'status' | 'assignee' | 'section' | 'slide' | 'cta' | 'from' | 'until'>;

/** Rows by their number: from `first` on, before `end`. */
export interface Span {
  first: number;
  end: number;
}

const { seq, createdAt, status, assigneeId, originSection, originSlide, originCta } = enquiries;

/** The filter as conditions on the columns. */
export function columnsAre(filter: Filter): SQL | undefined {
  const { assignee, section, slide, cta, from, until } = filter;
  return and(
    filter.status === undefined ? undefined : eq(status, filter.status),
    assignee === undefined ? undefined : assignee === 'none' ? isNull(assigneeId) : eq(assigneeId, assignee),
    section === undefined ? undefined : eq(originSection, section),
    slide === undefined ? undefined : eq(originSlide, slide),
    cta === undefined ? undefined : eq(originCta, cta),
    from === undefined ? undefined : gte(createdAt, from),
    until === undefined ? undefined : lt(createdAt, until),
  );
}

/**
 * The filter as terms of the search index, which brings any of them together without reading the rows that only have some.
 * Each value is one word there, in hexadecimal digits: see the view `enquiry_search_text`.
 */
export function indexTermsOf({ status, assignee, section, slide, cta }: Filter): string[] {
  const terms = Object.entries({ a: assignee, s: section, l: slide, c: cta }).flatMap(([letter, value]) =>
    value === undefined ? [] : [`filters : "${letter}${Buffer.from(value).toString('hex')}"`],
  );
  return status === undefined ? terms : [`status : "${status}"`, ...terms];
}

/** Every row that waits has this term in the search index. */
export const openTerm = `status : (${openStatuses.map((each) => `"${each}"`).join(' OR ')})`;

/** One parameter, however many rows: to build a query of hundreds takes longer than to run it. */
export const isOneOf = (seqs: readonly number[]): SQL =>
  sql`${seq} in (select value from json_each(${JSON.stringify(seqs)}))`;

/** The folders have an index of their own; for colleagues and places there is only that of the search. */
export function isKnownByIndexAlone({ assignee, section, slide, cta }: Filter): boolean {
  return [assignee, section, slide, cta].some((value) => value !== undefined);
}

/**
 * Rows are numbered as they come in, so days are a span of numbers, which every index is ordered by. After a clock was put
 * back a few rows at its edges may be missing.
 *
 * @returns undefined when nothing came in on these days
 */
export function spanOf(db: Db, { from, until, before }: Filter & { before: number | undefined }): Span | undefined {
  const first = from === undefined ? 0 : edgeOf(db, gte(createdAt, from), 'first');
  const last = until === undefined ? Number.MAX_SAFE_INTEGER - 1 : edgeOf(db, lt(createdAt, until), 'last');
  if (first === undefined || last === undefined) return undefined;
  return { first, end: Math.min(last + 1, before ?? Number.POSITIVE_INFINITY) };
}

function edgeOf(db: Db, within: SQL, which: 'first' | 'last'): number | undefined {
  const order = which === 'first' ? asc : desc;
  return db.select({ seq }).from(enquiries).where(within).orderBy(order(createdAt), order(seq)).limit(1).get()?.seq;
}
