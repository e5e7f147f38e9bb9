import { EventEmitter } from 'node:events';
import type { EnquiryMessage, OutboxMessage } from '@threadline/schema/enquiry';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../../context.ts';
import { type Actor, type AuditEntry, recordAudit } from '../audit-log/audit-log.ts';
import type { Db } from '../db/client.ts';
import { type MessagePayload, outboxMessages } from '../db/schema/enquiries.ts';

/** What is to be sent. The words are filled in when it goes out, so that a row holds little of a person. */
export interface NewMail {
  /** Also names the message for ever: the same event never makes two messages. */
  id: string;
  kind: OutboxMessage['kind'];
  enquiryId?: string;
  /** Left out: the team. */
  recipient?: string;
  payload?: MessagePayload;
}

/** The mail that waits, in the database: a message is written down with what it tells about, or not at all. */
export function createOutbox({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const events = new EventEmitter<{ due: [] }>();
  const insert = db
    .insert(outboxMessages)
    .values({
      id: sql.placeholder('id'),
      kind: sql.placeholder('kind'),
      enquiryId: sql.placeholder('enquiryId'),
      recipient: sql.placeholder('recipient'),
      emailKey: sql.placeholder('emailKey'),
      payload: sql.placeholder('payload'),
      state: 'pending',
      attempts: 0,
      nextAttemptAt: sql.placeholder('at'),
      createdAt: sql.placeholder('at'),
    })
    .onConflictDoNothing()
    .prepare();

  return {
    events,

    /** Called inside the transaction of what the message tells about; `announce` after it. */
    add(mail: NewMail, at: string): void {
      insert.run({ ...waitingMail(mail, at), at });
    },

    /** Wakes whoever sends. */
    announce: () => events.emit('due'),

    /**
     * A failed message, or one that lies in a file, is tried again; one that waits for its turn goes on waiting.
     *
     * @returns whether there was one
     */
    retry(id: string, by: Actor): boolean {
      const changed = change(and(eq(outboxMessages.id, id), isUnsent), sendAgain(), {
        by,
        action: 'mail.retried',
        subject: id,
      });
      const isThere = changed > 0 || isWaiting(id);
      if (isThere) events.emit('due');
      return isThere;
    },

    /** All that failed, or all that lie in files, are tried again. @returns how many */
    retryAll(state: 'failed' | 'written-to-disk', by: Actor): number {
      const entry = { by, action: 'mail.retried', subject: `all ${state} messages` };
      const changed = change(eq(outboxMessages.state, state), sendAgain(), entry);
      if (changed > 0) events.emit('due');
      return changed;
    },

    /** Nobody needs to see any more that it was not sent. Its enquiry goes on naming it. @returns whether there was one */
    dismiss(id: string, by: Actor): boolean {
      const entry = { by, action: 'mail.dismissed', subject: id };
      return change(and(eq(outboxMessages.id, id), isUnsent), { state: 'dismissed' }, entry) > 0;
    },

    /** The same for all that failed or lie in files. @returns how many */
    dismissAll(by: Actor): number {
      const entry = { by, action: 'mail.dismissed', subject: 'all messages that were not sent' };
      return change(isUnsent, { state: 'dismissed' }, entry);
    },
  };

  function isWaiting(id: string): boolean {
    const waiting = and(eq(outboxMessages.id, id), eq(outboxMessages.state, 'pending'));
    return db.select({ seq: outboxMessages.seq }).from(outboxMessages).where(waiting).get() !== undefined;
  }

  function sendAgain(): Partial<Row> {
    return { state: 'pending', attempts: 0, nextAttemptAt: now().toISOString(), lastError: null };
  }

  /** One transaction with its entry in the log. @returns how many messages changed */
  function change(which: SQL | undefined, values: Partial<Row>, entry: Omit<AuditEntry, 'at'>): number {
    return db.transaction(
      (tx) => {
        const { changes } = tx.update(outboxMessages).set(values).where(which).run();
        if (changes > 0) recordAudit(tx, { at: now().toISOString(), ...entry });
        return changes;
      },
      { behavior: 'immediate' },
    );
  }
}

type Row = typeof outboxMessages.$inferSelect;

/** The row of a message that is to go out at once. */
export function waitingMail({ id, kind, enquiryId, recipient = '', payload = {} }: NewMail, at: string) {
  const emailKey = recipient.toLowerCase();
  const due = { state: 'pending' as const, attempts: 0, nextAttemptAt: at, createdAt: at };
  return { id, kind, enquiryId: enquiryId ?? null, recipient, emailKey, payload, ...due };
}

/** What goes to whoever has written, and rests on the consent to be answered. */
export const toSender: readonly OutboxMessage['kind'][] = ['acknowledgement', 'reply'];

/** What goes to visitors. An address of an account is none of theirs, though both may be the same. */
export const toVisitors: readonly OutboxMessage['kind'][] = [...toSender, 'newsletter-confirmation', 'my-data'];

const isUnsent = inArray(outboxMessages.state, ['failed', 'written-to-disk']);

export type Outbox = ReturnType<typeof createOutbox>;

/** A row as the admin sees it. */
export function toMail(row: typeof outboxMessages.$inferSelect): OutboxMessage {
  const { id, kind, recipient, enquiryId, state, attempts, lastError, createdAt, sentAt } = row;
  const to = recipient || 'the team';
  const refusedAddress = refusedAddressOf(row);
  return { id, kind, to, enquiryId, refusedAddress, state, attempts, lastError, createdAt, sentAt };
}

/** After a correction the message has another recipient. Addresses of accounts are not corrected among personal details. */
function refusedAddressOf({ kind, state, recipient, payload }: Row): string | null {
  return toVisitors.includes(kind) && state === 'failed' && recipient !== '' && payload.refused === recipient
    ? recipient
    : null;
}

/** A message of an enquiry: an answer with its words. */
export function toEnquiryMail(row: typeof outboxMessages.$inferSelect): EnquiryMessage {
  const { subject = '', text = '' } = row.payload;
  return row.kind === 'reply' ? { ...toMail(row), subject, text } : toMail(row);
}

/** How many messages need somebody's attention. */
export function countFailed(db: Pick<Db, 'select'>): number {
  const row = db
    .select({ rows: sql<number>`count(*)` })
    .from(outboxMessages)
    .where(eq(outboxMessages.state, 'failed'))
    .get();
  return row?.rows ?? 0;
}
