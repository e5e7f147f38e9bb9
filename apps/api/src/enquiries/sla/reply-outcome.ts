import { openStatuses } from '@threadline/schema/enquiry-status';
import { and, eq, inArray, ne, or } from 'drizzle-orm';
import { recordAudit } from '../../platform/audit-log/audit-log.ts';
import type { Db } from '../../platform/db/client.ts';
import { enquiries, outboxMessages } from '../../platform/db/schema/enquiries.ts';

type MessageRow = typeof outboxMessages.$inferSelect;
type Request = typeof enquiries.$inferSelect;

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
  reply: MessageRow,
  { at, isDealing = true }: { at: string; isDealing?: boolean },
): void {
  if (reply.kind !== 'reply' || reply.enquiryId === null || reply.state === 'pending') return;
  const request = eq(enquiries.id, reply.enquiryId);
  const row = db.select().from(enquiries).where(request).get();
  if (!row) return;
  const lastActivityAt = isDealing ? at : row.lastActivityAt;
  const isWaiting = openStatuses.includes(row.status);
  if (reply.state === 'sent') {
    if (row.answeredAt !== null) moveAnswer(db, reply, { answeredAt: row.answeredAt, at: reply.sentAt ?? at });
    if (row.answeredAt !== null || !isWaiting) return;
    db.update(enquiries).set({ status: 'replied', answeredAt: at, lastActivityAt }).where(request).run();
    recordAudit(db, { at, by: null, action: 'enquiry.reply-sent', subject: row.reference });
    return;
  }
  if (row.answeredAt === null || !isAnsweredByNothingElse(db, reply.enquiryId, row.answeredAt)) return;
  const status = row.status === 'replied' ? 'read' : row.status;
  db.update(enquiries).set({ status, answeredAt: null, lastActivityAt }).where(request).run();
  recordAudit(db, { at, by: null, action: 'enquiry.reply-failed', subject: row.reference });
}

interface Answered {
  answeredAt: string;
  at: string;
}

/** Written in time and sent late is late. An answer by other means, or by a reply that went out before, stays where it is. */
function moveAnswer(db: Pick<Db, 'select' | 'update'>, reply: MessageRow, { answeredAt, at }: Answered): void {
  const enquiryId = reply.enquiryId ?? '';
  const written = and(
    eq(outboxMessages.enquiryId, enquiryId),
    eq(outboxMessages.kind, 'reply'),
    eq(outboxMessages.createdAt, answeredAt),
    or(eq(outboxMessages.seq, reply.seq), ne(outboxMessages.state, 'sent')),
  );
  if (db.select({ seq: outboxMessages.seq }).from(outboxMessages).where(written).limit(1).get() === undefined) return;
  db.update(enquiries).set({ answeredAt: at }).where(eq(enquiries.id, enquiryId)).run();
}

/** Ids of those whose answer is a reply that is written and not handed over yet. */
export function withWaitingReply(db: Pick<Db, 'select'>, rows: readonly Answerable[]): Set<string> {
  const answered = rows.filter(({ answeredAt }) => answeredAt !== null).map(({ id }) => id);
  const unsent = and(
    inArray(outboxMessages.enquiryId, answered),
    eq(outboxMessages.kind, 'reply'),
    ne(outboxMessages.state, 'sent'),
  );
  const replies = Map.groupBy(db.select().from(outboxMessages).where(unsent).all(), ({ enquiryId }) => enquiryId);
  const isWaiting = ({ id, answeredAt }: Answerable) => {
    const own = replies.get(id) ?? [];
    return own.some(({ state }) => state === 'pending') && own.some(({ createdAt }) => createdAt === answeredAt);
  };
  return new Set(rows.filter(isWaiting).map(({ id }) => id));
}

type Answerable = Pick<typeof enquiries.$inferSelect, 'id' | 'answeredAt'>;

/** Whether the moment of the answer is that of a reply, and none has gone out or still may. */
function isAnsweredByNothingElse(db: Pick<Db, 'select'>, enquiryId: string, answeredAt: string): boolean {
  const replies = and(eq(outboxMessages.enquiryId, enquiryId), eq(outboxMessages.kind, 'reply'));
  const one = (where: ReturnType<typeof and>) =>
    db.select({ seq: outboxMessages.seq }).from(outboxMessages).where(where).limit(1).get();
  return (
    one(and(replies, inArray(outboxMessages.state, ['pending', 'sent']))) === undefined &&
    one(and(replies, eq(outboxMessages.createdAt, answeredAt))) !== undefined
  );
}
