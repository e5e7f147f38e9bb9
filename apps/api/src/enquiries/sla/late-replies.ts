import { and, asc, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { enquiries } from '../../platform/db/schema/enquiries.ts';
import { columnsAre, isOneOf } from '../inbox/filter.ts';
import { readSearch } from '../inbox/search.ts';
import type { Waiting } from '../inbox/waiting-list.ts';

type Row = typeof enquiries.$inferSelect;

/** A reply that is written late is handed over within moments; until then nobody needs to see it as stuck. */
const handOverMs = 10 * 60_000;

interface Until {
  /** ISO 8601. */
  at: string;
  where?: SQL | undefined;
  limit: number;
}

/**
 * Enquiries whose only answer still waits to be sent though the promised time is over: for their senders nobody has
 * answered. Read from the few replies that wait, so that it costs the same however many enquiries there are.
 *
 * @returns their numbers, by what is due longest
 */
export function lateReplies(db: Pick<Db, 'all'>, { at, where, limit }: Until): number[] {
  const handedOverBy = new Date(Date.parse(at) - handOverMs).toISOString();
  const isLate = sql`is_test = 0 and status in ('new', 'read', 'replied') and due_at < ${at}
    and answered_at < max(due_at, ${handedOverBy})
    and exists (select 1 from outbox_messages where outbox_messages.enquiry_id = enquiries.id
      and outbox_messages.kind = 'reply' and outbox_messages.state <> 'sent' and outbox_messages.created_at = answered_at)`;
  // A cross join is never turned round: the replies that wait come first.
  const waiting = sql`(select distinct enquiry_id from outbox_messages indexed by outbox_messages_waiting_replies where kind = 'reply' and state = 'pending')`;
  const rows = db.all<{ seq: number }>(
    sql`select enquiries.seq as seq from ${waiting} as waiting cross join enquiries on enquiries.id = waiting.enquiry_id
      where ${and(isLate, where)} order by due_at, enquiries.seq limit ${limit}`,
  );
  return rows.map(({ seq }) => seq);
}

/** The same as rows of the list of what waits, narrowed down like it. */
export function lateReplyRows(
  db: Db,
  { filter, q, after, limit, at }: Omit<Waiting, 'dueBefore'> & { at: string },
): Row[] {
  const search = readSearch(q, []);
  const isAfter = after && sql`(due_at, enquiries.seq) > (${after.dueAt}, ${after.seq})`;
  // Which of them have the words is seen only afterwards, so then all are read.
  const seqs = lateReplies(db, { at, where: and(columnsAre(filter), isAfter), limit: search ? -1 : limit });
  if (seqs.length === 0) return [];
  const { dueAt, seq } = enquiries;
  const rows = db.select().from(enquiries).where(isOneOf(seqs)).orderBy(asc(dueAt), asc(seq)).all();
  if (!search) return rows;
  const { fits = isFoundIn(db, search.whole, seqs) } = search;
  return rows.filter(fits).slice(0, limit);
}

/** What only the index knows it is asked for. */
function isFoundIn(db: Db, expression: string, seqs: number[]): (row: Row) => boolean {
  const found = db.all<{ seq: number }>(
    sql`select rowid as seq from enquiry_search where enquiry_search match ${expression} and rowid in ${seqs}`,
  );
  const hits = new Set(found.map(({ seq }) => seq));
  return ({ seq }) => hits.has(seq);
}
