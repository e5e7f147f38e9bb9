import { openStatuses } from '@threadline/schema/enquiry-status';
import { and, eq, inArray, ne, or } from 'drizzle-orm';
import { recordAudit } from '../../platform/audit-log/audit-log.ts';
import type { Db } from '../../platform/db/client.ts';
import { contactRequests, mails } from '../../platform/db/schema/enquiries.ts';

type MailRow = typeof mails.$inferSelect;
type Request = typeof contactRequests.$inferSelect;

/** Returns whether an enquiry is open and without a reply. A reply that waits in the outbox counts as one. */
export function awaitsAnswer({ status, answeredAt }: Pick<Request, 'status' | 'answeredAt'>): boolean {
  return openStatuses.includes(status) && !answeredAt;
}

export const noAnswerAwaited = 'The enquiry no longer needs an answer.';

/**
 * What the end of a reply's way means for its enquiry. Nobody counts as answered by a message that never left: then the
 * promise goes on. Called inside the transaction of the message's new state.
 *
 * @param isDealing whether the enquiry is to tell that the team has dealt with its sender
 */
export function settleReply(
  db: Pick<Db, 'insert' | 'select' | 'update'>,
  reply: MailRow,
  { at, isDealing = true }: { at: string; isDealing?: boolean },
): void {
  if (reply.kind !== 'reply' || reply.requestId === null || reply.state === 'pending') return;
  const request = eq(contactRequests.id, reply.requestId);
  const row = db.select().from(contactRequests).where(request).get();
  if (!row) return;
  const touchedAt = isDealing ? at : row.touchedAt;
  const isWaiting = openStatuses.includes(row.status);
  if (reply.state === 'sent') {
    if (row.answeredAt !== null) moveAnswer(db, reply, { answeredAt: row.answeredAt, at: reply.sentAt ?? at });
    if (row.answeredAt !== null || !isWaiting) return;
    db.update(contactRequests).set({ status: 'replied', answeredAt: at, touchedAt }).where(request).run();
    recordAudit(db, { at, by: null, action: 'enquiry.reply-sent', subject: row.reference });
    return;
  }
  if (row.answeredAt === null || !isAnsweredByNothingElse(db, reply.requestId, row.answeredAt)) return;
  const status = row.status === 'replied' ? 'read' : row.status;
  db.update(contactRequests).set({ status, answeredAt: null, touchedAt }).where(request).run();
  recordAudit(db, { at, by: null, action: 'enquiry.reply-failed', subject: row.reference });
}

interface Answered {
  answeredAt: string;
  at: string;
}

/** Written in time and sent late is late. An answer by other means, or by a reply that went out before, stays where it is. */
function moveAnswer(db: Pick<Db, 'select' | 'update'>, reply: MailRow, { answeredAt, at }: Answered): void {
  const requestId = reply.requestId ?? '';
  const written = and(
    eq(mails.requestId, requestId),
    eq(mails.kind, 'reply'),
    eq(mails.createdAt, answeredAt),
    or(eq(mails.seq, reply.seq), ne(mails.state, 'sent')),
  );
  if (db.select({ seq: mails.seq }).from(mails).where(written).limit(1).get() === undefined) return;
  db.update(contactRequests).set({ answeredAt: at }).where(eq(contactRequests.id, requestId)).run();
}

/** Ids of those whose answer is a reply that is written and not handed over yet. */
export function withWaitingReply(db: Pick<Db, 'select'>, rows: readonly Answerable[]): Set<string> {
  const answered = rows.filter(({ answeredAt }) => answeredAt !== null).map(({ id }) => id);
  const unsent = and(inArray(mails.requestId, answered), eq(mails.kind, 'reply'), ne(mails.state, 'sent'));
  const replies = Map.groupBy(db.select().from(mails).where(unsent).all(), ({ requestId }) => requestId);
  const isWaiting = ({ id, answeredAt }: Answerable) => {
    const own = replies.get(id) ?? [];
    return own.some(({ state }) => state === 'pending') && own.some(({ createdAt }) => createdAt === answeredAt);
  };
  return new Set(rows.filter(isWaiting).map(({ id }) => id));
}

type Answerable = Pick<typeof contactRequests.$inferSelect, 'id' | 'answeredAt'>;

/** Whether the moment of the answer is that of a reply, and none has gone out or still may. */
function isAnsweredByNothingElse(db: Pick<Db, 'select'>, requestId: string, answeredAt: string): boolean {
  const replies = and(eq(mails.requestId, requestId), eq(mails.kind, 'reply'));
  const one = (where: ReturnType<typeof and>) => db.select({ seq: mails.seq }).from(mails).where(where).limit(1).get();
  return (
    one(and(replies, inArray(mails.state, ['pending', 'sent']))) === undefined &&
    one(and(replies, eq(mails.createdAt, answeredAt))) !== undefined
  );
}
