import type { OutboxMessage } from '@threadline/schema/enquiry';
import { and, desc, lt, sql } from 'drizzle-orm';
import type { Db } from '../platform/db/client.ts';
import { outboxMessages } from '../platform/db/schema/enquiries.ts';
import { toMail } from '../platform/mail/outbox.ts';

const pageSize = 50;

/** What was not sent, newest first. @param cursor `next` of the page before */
export function unsentPage(db: Db, cursor: number | undefined): { messages: OutboxMessage[]; next: string | null } {
  const rows = db
    .select()
    .from(outboxMessages)
    // Written out: with a bound value SQLite would not take the index of these few rows.
    .where(
      and(sql`state not in ('sent', 'dismissed')`, cursor === undefined ? undefined : lt(outboxMessages.seq, cursor)),
    )
    .orderBy(desc(outboxMessages.seq))
    .limit(pageSize + 1)
    .all();
  const last = rows.length > pageSize ? rows[pageSize - 1] : undefined;
  return { messages: rows.slice(0, pageSize).map(toMail), next: last ? String(last.seq) : null };
}
