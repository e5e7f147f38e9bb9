import type { EnquiryMessage, OutboxMessage } from '@threadline/schema/wire/enquiry';
import { and, desc, eq, inArray, isNotNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../../context.ts';
import { type Actor, type AuditEntry, recordAudit } from '../audit-log/audit-log.ts';
import type { Db, Tx } from '../db/client.ts';
import { prepareOnce } from '../db/prepare-once.ts';
import { enquiries, type MessagePayload, outboxMessages } from '../db/schema/enquiries.ts';
import { ProblemError } from '../http/problem-error.ts';
import { enqueueJob, type JobQueue } from '../jobs/job-queue.ts';
import type { MailHandlers } from './handlers.ts';

/** Type of the jobs that send messages. All of them share the mail server, so they share one order key. */
export const mailJob = { type: 'mail', orderKey: 'outbox' } as const;

/** Messages to the sender of an enquiry. They are sent only while the sender consents to be answered. */
export const toSender: readonly OutboxMessage['kind'][] = ['acknowledgement', 'reply'];

/** Messages to visitors. An account may have the same address, but its messages are no part of a visitor's data. */
const toVisitors: readonly OutboxMessage['kind'][] = [...toSender, 'newsletter-confirmation', 'my-data'];

/** Selects the messages to a visitor's address. */
export const isToVisitor = (emailKey: string) =>
  and(eq(outboxMessages.emailKey, emailKey), inArray(outboxMessages.kind, toVisitors));

type Row = typeof outboxMessages.$inferSelect;

/** A message to send. Its text is rendered when it is sent, so the row holds few personal details. */
export interface NewMessage {
  /** Becomes the Message-ID. A message with a known id is not added again. */
  id: string;
  kind: OutboxMessage['kind'];
  enquiryId?: string;
  /** Without it, the message goes to the team. */
  recipient?: string;
  payload?: MessagePayload;
  /** ISO 8601. Not sent earlier; by default at once. */
  sendAt?: string;
}

const insertMessage = prepareOnce((db) => {
  const names = ['id', 'kind', 'enquiryId', 'recipient', 'emailKey', 'payload', 'createdAt'] as const;
  const values = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]));
  return db
    .insert(outboxMessages)
    .values({ ...(values as unknown as typeof outboxMessages.$inferInsert), state: 'pending', attempts: 0 })
    .onConflictDoNothing()
    .prepare();
});

/** Adds a message in the transaction of the change that causes it. It is sent within a minute, or after `wake`. */
export function addMessage(tx: Pick<Db, 'insert'>, message: NewMessage, at: string): void {
  const { id, kind, enquiryId = null, recipient = '', payload = {}, sendAt = at } = message;
  const emailKey = recipient.toLowerCase();
  const { changes } = insertMessage(tx).run({ id, kind, enquiryId, recipient, emailKey, payload, createdAt: at });
  if (changes > 0) enqueueJob(tx, { ...mailJob, dedupeKey: id }, sendAt);
}

/** Sends messages again that are not pending. Returns their number. */
function resend(tx: Tx, which: SQL | undefined, at: string): number {
  const changed = tx
    .update(outboxMessages)
    .set({ state: 'pending', attempts: 0, lastError: null })
    .where(which)
    .returning({ id: outboxMessages.id })
    .all();
  for (const { id } of changed) enqueueJob(tx, { ...mailJob, dedupeKey: id }, at);
  return changed.length;
}

/**
 * Moves a visitor's messages to a new address: pending ones are sent there, and so are those that the mail server refused
 * because of the old address. Messages that were sent keep their recipient.
 */
export function changeRecipient(
  tx: Tx,
  { emailKey, newEmail, at }: { emailKey: string; newEmail: string; at: string },
): void {
  const isRefused = sql`lower(json_extract(${outboxMessages.payload}, '$.refused')) = ${emailKey}`;
  const isRetried = sql`(${outboxMessages.state} = 'pending' or ${and(eq(outboxMessages.state, 'failed'), isRefused)})`;
  const own = isToVisitor(emailKey);
  // A message that is being sent to the old address right now gets a new job as well.
  resend(tx, and(own, isRetried), at);
  tx.update(outboxMessages)
    .set({ recipient: newEmail })
    .where(and(own, ne(outboxMessages.state, 'sent')))
    .run();
  tx.update(outboxMessages).set({ emailKey: newEmail.toLowerCase() }).where(own).run();
}

/**
 * Returns the subject of a message in the audit log, which is never shortened: the kind and the reference of its enquiry, or
 * the beginning of its id. It never names the recipient.
 */
export function getAuditSubject(db: Pick<Db, 'select'>, { id, kind, enquiryId }: Row): string {
  const own = eq(enquiries.id, enquiryId ?? '');
  const enquiry = db.select({ reference: enquiries.reference }).from(enquiries).where(own).get();
  return `${kind} (${enquiry?.reference ?? id.slice(0, 8)})`;
}

const isUnsent = inArray(outboxMessages.state, ['failed', 'written-to-disk']);
const pageSize = 50;

interface Replacement {
  enquiryId: string;
  /** The user has decided to send the reply whatever has happened. */
  isConfirmed: boolean;
  by: Actor;
  at: string;
}

/**
 * The outgoing mail: what users may do with messages that were not sent.
 *
 * @param handlers follow a pending message that is deleted
 */
export function createOutbox(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  jobs: Pick<JobQueue, 'wake' | 'retryNow'>,
  handlers: Partial<MailHandlers>,
) {
  const wake = () => jobs.wake(mailJob.type, mailJob.orderKey);

  /** The message that is being sent, until its result is stored. */
  let sendingId: string | undefined;

  /** Runs a change in a transaction, and then starts sending. */
  function change<Result>(run: (tx: Tx, at: string) => Result): Result {
    const result = db.transaction((tx) => run(tx, now().toISOString()), { behavior: 'immediate' });
    wake();
    return result;
  }

  /** Changes messages and writes one audit entry. Returns the number of messages. */
  function changeAll(run: (tx: Tx, at: string) => number, entry: Omit<AuditEntry, 'at'>): number {
    return change((tx, at) => {
      const count = run(tx, at);
      if (count > 0) recordAudit(tx, { at, ...entry });
      return count;
    });
  }

  function findMessage(tx: Tx, id: string, which: SQL | undefined): Row | undefined {
    return tx
      .select()
      .from(outboxMessages)
      .where(and(eq(outboxMessages.id, id), which))
      .get();
  }

  /** Returns whether there was such a message. @throws ProblemError 409 while it is being sent */
  function dismissOne(tx: Tx, id: string, { by, at }: { by: Actor; at: string }): boolean {
    // A pending message to an account may be a password reset or a warning to someone else: no user can stop it.
    const isStoppable = and(eq(outboxMessages.state, 'pending'), isNotNull(outboxMessages.enquiryId));
    const row = findMessage(tx, id, or(isUnsent, isStoppable));
    if (!row) return false;
    // The mail server may have accepted it already.
    if (id === sendingId)
      throw new ProblemError('conflict', {
        detail: 'This message is being sent at this moment. Try again in a minute if it is still in the outbox.',
      });
    tx.update(outboxMessages).set({ state: 'dismissed' }).where(eq(outboxMessages.seq, row.seq)).run();
    if (row.state === 'pending') handlers[row.kind]?.onStateChange?.(tx, { ...row, state: 'dismissed' }, at);
    recordAudit(tx, { at, by, action: 'mail.dismissed', subject: getAuditSubject(tx, row) });
    return true;
  }

  return {
    add: (message: NewMessage, at: string) => addMessage(db, message, at),

    /** Protects a message from being dismissed while it is being sent. Returns the function that ends this. */
    protect(id: string): () => void {
      sendingId = id;
      return () => {
        sendingId = undefined;
      };
    },

    /** Starts sending. Call it after a transaction that has added messages. */
    wake,

    /**
     * Sends a message again that failed or was written to disk. A pending one is tried now, with all that wait for the same
     * server. Returns whether there is one.
     */
    retry(id: string, by: Actor): boolean {
      const isRetried = change((tx, at) => {
        const row = findMessage(tx, id, isUnsent);
        if (!row) return false;
        resend(tx, eq(outboxMessages.seq, row.seq), at);
        recordAudit(tx, { at, by, action: 'mail.retried', subject: getAuditSubject(tx, row) });
        return true;
      });
      if (isRetried) return true;
      const pending = and(eq(outboxMessages.id, id), eq(outboxMessages.state, 'pending'));
      if (!db.select({ id: outboxMessages.id }).from(outboxMessages).where(pending).get()) return false;
      jobs.retryNow(mailJob.type, mailJob.orderKey);
      return true;
    },

    /** Sends all messages of a state again. Returns their number. */
    retryAll(state: 'failed' | 'written-to-disk', by: Actor): number {
      const entry = { by, action: 'mail.retried', subject: `all ${state} messages` };
      return changeAll((tx, at) => resend(tx, eq(outboxMessages.state, state), at), entry);
    },

    /**
     * Removes a message from the list of unsent ones; a pending one of an enquiry is not sent any more. Its enquiry still
     * shows it, and awaits an answer again if the message was the reply. Returns whether there was one.
     *
     * @throws ProblemError 409 while it is being sent
     */
    dismiss: (id: string, by: Actor): boolean => change((tx, at) => dismissOne(tx, id, { by, at })),

    /**
     * Dismisses waiting replies of an enquiry, in the transaction that adds the reply that replaces them.
     *
     * @throws ProblemError 409 if one of them is being sent or was sent, or belongs to another enquiry. With `isConfirmed`
     * these stay as they are.
     */
    replaceReplies(tx: Tx, ids: readonly string[], { enquiryId, isConfirmed, ...entry }: Replacement): void {
      const isReply = and(eq(outboxMessages.enquiryId, enquiryId), eq(outboxMessages.kind, 'reply'));
      for (const id of ids) {
        const row = findMessage(tx, id, isReply);
        if (row?.state === 'dismissed') continue;
        const isDismissed = row && id !== sendingId && dismissOne(tx, id, entry);
        if (!isDismissed && !isConfirmed)
          throw new ProblemError('conflict', {
            detail:
              'The reply that this one replaces was sent in the meantime, or is being sent. Your text is still here.',
          });
      }
    },

    /** Dismisses all messages that failed or were written to disk. Returns their number. */
    dismissAll(by: Actor): number {
      const dismiss = (tx: Tx) => tx.update(outboxMessages).set({ state: 'dismissed' }).where(isUnsent).run().changes;
      return changeAll(dismiss, { by, action: 'mail.dismissed', subject: 'all unsent messages' });
    },

    /** Returns a page of unsent messages, newest first. @param cursor `next` of the page before */
    listUnsent(cursor: number | undefined): { messages: OutboxMessage[]; next: string | null } {
      const rows = db
        .select()
        .from(outboxMessages)
        // Literals, not parameters: otherwise SQLite would not use the partial index of these few rows.
        .where(
          and(
            sql`state not in ('sent', 'dismissed')`,
            cursor === undefined ? undefined : lt(outboxMessages.seq, cursor),
          ),
        )
        .orderBy(desc(outboxMessages.seq))
        .limit(pageSize + 1)
        .all();
      const last = rows.length > pageSize ? rows[pageSize - 1] : undefined;
      return { messages: rows.slice(0, pageSize).map(toOutboxMessage), next: last ? String(last.seq) : null };
    },
  };
}

export type Outbox = ReturnType<typeof createOutbox>;

function toOutboxMessage(row: Row): OutboxMessage {
  const { id, kind, recipient, enquiryId, state, attempts, lastError, createdAt, sentAt, payload } = row;
  const isRefused = state === 'failed' && recipient !== '' && payload.refused === recipient;
  // Addresses of accounts are not corrected with a visitor's data.
  const refusedAddress = isRefused && toVisitors.includes(kind) ? recipient : null;
  const to = recipient || 'the team';
  return { id, kind, to, enquiryId, refusedAddress, state, attempts, lastError, createdAt, sentAt };
}

/** Returns a message of an enquiry, with its text if it is a reply. */
export function toEnquiryMessage(row: Row): EnquiryMessage {
  const { subject = '', text = '' } = row.payload;
  return row.kind === 'reply' ? { ...toOutboxMessage(row), subject, text } : toOutboxMessage(row);
}

export function countFailed(db: Pick<Db, 'select'>): number {
  const failed = eq(outboxMessages.state, 'failed');
  return db.select({ count: sql<number>`count(*)` }).from(outboxMessages).where(failed).get()?.count ?? 0;
}
