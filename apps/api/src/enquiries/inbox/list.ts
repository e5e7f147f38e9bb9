import { toIndianDay } from '@threadline/schema/primitives/indian-time';
import type { EnquiryCounts, EnquiryOrigin, EnquirySummary } from '@threadline/schema/wire/enquiry';
import { enquiryStatuses } from '@threadline/schema/wire/enquiry-status';
import { asc, desc, gte } from 'drizzle-orm';
import type { ContentQueries } from '../../content/queries.ts';
import type { Deps } from '../../context.ts';
import { enquiryCounts, enquiryDays, enquiryOrigins } from '../../platform/db/schema/enquiries.ts';
import { dayMs } from '../../platform/durations.ts';
import { countFailed } from '../../platform/outbox/outbox.ts';
import { stripControlCharacters } from '../../platform/text/strip-control-characters.ts';
import { countUnanswered, findPendingReplies } from '../sla.ts';
import { type EnquiryFilter, type EnquiryRow, readEnquiries, toCursor } from './filter.ts';

const pageSize = 50;
const previewLength = 160;
const chartDays = 14;
const maxOrigins = 100;

/** Lists and counts of the inbox. Their cost does not grow with the table. */
export function createEnquiryLists({ db, now }: Pick<Deps, 'db' | 'now'>, queries: ContentQueries) {
  const readRows = (filter: EnquiryFilter, limit: number) =>
    readEnquiries(db, filter, { at: now().toISOString(), limit });

  /** Returns the number of enquiries per day, oldest first. */
  function countByDay(): EnquiryCounts['days'] {
    const days = Array.from({ length: chartDays }, (_, index) =>
      toIndianDay(new Date(now().getTime() - (chartDays - 1 - index) * dayMs)),
    );
    const stored = db
      .select()
      .from(enquiryDays)
      .where(gte(enquiryDays.day, days[0] ?? ''))
      .all();
    const totals = new Map(stored.map(({ day, total }) => [day, total]));
    return days.map((day) => ({ day, total: totals.get(day) ?? 0 }));
  }

  return {
    /** Reads all rows that a filter selects, in batches, so that other requests are served in between. */
    *readBatches(filter: EnquiryFilter, batchSize: number): Generator<EnquiryRow[]> {
      let cursor: string | undefined;
      do {
        const rows = readRows({ ...filter, cursor }, batchSize);
        yield rows;
        const last = rows.at(-1);
        cursor = last && rows.length === batchSize ? toCursor(last) : undefined;
      } while (cursor);
    },

    page(filter: EnquiryFilter): { enquiries: EnquirySummary[]; next: string | null } {
      const rows = readRows(filter, pageSize + 1);
      const last = rows.length > pageSize ? rows[pageSize - 1] : undefined;
      const page = rows.slice(0, pageSize);
      const pending = findPendingReplies(db, page);
      return { enquiries: page.map((row) => toSummary(row, pending.has(row.id))), next: last ? toCursor(last) : null };
    },

    /** Returns the places of the site that enquiries came from, the most frequent first. */
    origins(): EnquiryOrigin[] {
      const { total, section, slide, cta } = enquiryOrigins;
      const order = [desc(total), asc(section), asc(slide), asc(cta)];
      return db
        .select()
        .from(enquiryOrigins)
        .orderBy(...order)
        .limit(maxOrigins)
        .all();
    },

    counts(): Omit<EnquiryCounts, 'mail'> {
      const stored = db.select().from(enquiryCounts).all();
      const totals = new Map(stored.map(({ status, total }) => [status, total]));
      const byStatus = Object.fromEntries(enquiryStatuses.map((status) => [status, totals.get(status) ?? 0]));
      return {
        byStatus: byStatus as EnquiryCounts['byStatus'],
        ...countUnanswered(db, queries, now().toISOString()),
        days: countByDay(),
        failedMessages: countFailed(db),
      };
    },
  };
}

export type EnquiryLists = ReturnType<typeof createEnquiryLists>;

function toSummary(row: EnquiryRow, replyPending: boolean): EnquirySummary {
  const { id, reference, status, assigneeId, createdAt, dueAt, answeredAt, isTest } = row;
  return {
    id,
    reference,
    status,
    companyName: stripControlCharacters(row.companyName),
    contactName: stripControlCharacters(row.contactName),
    preview: stripControlCharacters(row.message).slice(0, previewLength).replace(/\s+/g, ' ').toWellFormed(),
    assigneeId,
    createdAt,
    dueAt,
    answeredAt,
    replyPending,
    isTest,
  };
}
