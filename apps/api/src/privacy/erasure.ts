import { createHash, createHmac } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { and, eq, inArray, isNull, lte, or } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Config } from '../config.ts';
import type { Deps } from '../context.ts';
import { type Actor, recordAudit } from '../platform/audit-log/audit-log.ts';
import type { Db } from '../platform/db/client.ts';
import { enquiries, enquiryNotes, outboxMessages, subscribers } from '../platform/db/schema/enquiries.ts';
import { consents, dataLinks, erasures } from '../platform/db/schema/privacy.ts';
import { requestTruncation, truncateLog } from '../platform/db/write-ahead-log.ts';
import { getMailFolder } from '../platform/outbox/mail-files.ts';
import { isToVisitor } from '../platform/outbox/outbox.ts';
import { closeRequests } from './requests.ts';

interface Erased {
  enquiries: number;
  messages: number;
  subscribers: number;
}

interface ErasureDeps extends Pick<Deps, 'db' | 'now'> {
  /** A restored database is not replicated yet. */
  config: Pick<Config, 'dataDir'> & Partial<Pick<Config, 'replica'>>;
  secrets: Pick<Deps['secrets'], 'erasureKey'>;
}

/** Erases people: rows, search index, messages and message files. Leaves a tombstone as evidence. */
export function createEraser({ config, db, now, secrets }: ErasureDeps) {
  return {
    /** Erases all data of an address, except enquiries that are retained for a client. */
    erasePerson(email: string, reason: 'request' | 'admin', by: Actor | null): Erased & { retained: number } {
      const emailKey = email.toLowerCase();
      const { mailIds, retained, erased } = db.transaction(
        (tx) => {
          const { mailIds, retained, ...counts } = eraseRows(tx, emailKey);
          const erased = { ...counts, messages: mailIds.length };
          const at = now().toISOString();
          // Retained enquiries need a decision of the team, so the requests stay open.
          const closed = retained === 0 ? closeRequests(tx, { emailKey, at, by }) : 0;
          if (erased.enquiries + erased.messages + erased.subscribers + closed > 0)
            recordErasure(tx, { at, reason, by, emailHash: createTombstone(emailKey, secrets.erasureKey), erased });
          return { mailIds, retained, erased };
        },
        { behavior: 'immediate' },
      );
      removeTraces({ config, db }, mailIds);
      return { ...erased, retained };
    },

    /**
     * Repeats an erasure after a restore, without a further tombstone.
     *
     * @param until the moment of the erasure; later data stays
     */
    erasePersonAgain(emailKey: string, until: string): void {
      const mailIds = db.transaction(
        (tx) => {
          const { mailIds, retained } = eraseRows(tx, emailKey, until);
          if (retained === 0) closeRequests(tx, { emailKey, at: now().toISOString(), by: null, until });
          return mailIds;
        },
        { behavior: 'immediate' },
      );
      removeTraces({ config, db }, mailIds);
    },
  };
}

export type Eraser = ReturnType<typeof createEraser>;

type Tx = Pick<Db, 'delete' | 'insert' | 'select'>;

/** Erases the data of an address, by default up to now, except enquiries that are retained for a client. */
function eraseRows(tx: Tx, emailKey: string, until?: string) {
  const isBefore = (column: AnySQLiteColumn) => (until === undefined ? undefined : lte(column, until));
  const rows = tx
    .select({ id: enquiries.id, retainForClient: enquiries.retainForClient })
    .from(enquiries)
    .where(and(eq(enquiries.emailKey, emailKey), isBefore(enquiries.createdAt)))
    .all();
  const ids = rows.flatMap(({ id, retainForClient }) => (retainForClient ? [] : [id]));
  const mailIds = eraseEnquiries(tx, ids);
  const otherMails = tx
    .delete(outboxMessages)
    .where(and(isToVisitor(emailKey), isNull(outboxMessages.enquiryId), isBefore(outboxMessages.createdAt)))
    .returning({ id: outboxMessages.id })
    .all();
  const isOfNoEnquiry = or(isNull(consents.enquiryId), eq(consents.purpose, 'newsletter'));
  tx.delete(consents)
    .where(and(eq(consents.emailKey, emailKey), isOfNoEnquiry, isBefore(consents.at)))
    .run();
  tx.delete(dataLinks)
    .where(and(eq(dataLinks.emailKey, emailKey), isBefore(dataLinks.createdAt)))
    .run();
  const { changes } = tx
    .delete(subscribers)
    .where(and(eq(subscribers.emailKey, emailKey), isBefore(subscribers.createdAt)))
    .run();
  return {
    enquiries: ids.length,
    subscribers: changes,
    retained: rows.length - ids.length,
    mailIds: [...mailIds, ...otherMails.map(({ id }) => id)],
  };
}

/** Erases enquiries with everything that belongs to them. Called inside a transaction. Returns the ids of their messages. */
export function eraseEnquiries(tx: Tx, ids: string[]): string[] {
  const mails = tx
    .delete(outboxMessages)
    .where(inArray(outboxMessages.enquiryId, ids))
    .returning({ id: outboxMessages.id })
    .all();
  tx.delete(enquiryNotes).where(inArray(enquiryNotes.enquiryId, ids)).run();
  tx.delete(consents).where(inArray(consents.enquiryId, ids)).run();
  tx.delete(enquiries).where(inArray(enquiries.id, ids)).run();
  return mails.map(({ id }) => id);
}

interface ErasureRecord {
  at: string;
  reason: (typeof erasures.$inferInsert)['reason'];
  by: Actor | null;
  emailHash: string | null;
  erased: Erased;
}

/** Records an erasure without the data that was erased. Called inside a transaction. */
export function recordErasure(tx: Tx, { at, reason, by, emailHash, erased }: ErasureRecord): void {
  tx.insert(erasures)
    .values({ at, reason, byName: by?.name ?? null, emailHash, ...erased })
    .run();
  const counts = [
    ...labelCount(erased.enquiries, 'enquiry', 'enquiries'),
    ...labelCount(erased.messages, 'message', 'messages'),
    ...labelCount(erased.subscribers, 'newsletter entry', 'newsletter entries'),
  ];
  const action = reason === 'retention' ? 'privacy.retention' : 'privacy.erased';
  recordAudit(tx, { at, by, action, subject: counts.join(', ') || 'nothing that was stored' });
}

/** Returns `['1 enquiry']` or `['3 enquiries']`, and `[]` for none, to be joined with other counts. */
export function labelCount(count: number, one: string, many: string): string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
}

/**
 * Removes message files, and empties the write-ahead log, which still contains erased values. If another connection reads the log,
 * the replication does it later.
 */
export function removeTraces({ config, db }: Pick<ErasureDeps, 'config' | 'db'>, mailIds: readonly string[]): void {
  const folder = getMailFolder(config);
  if (mailIds.length > 0 && existsSync(folder)) {
    const files = readdirSync(folder).filter((file) => mailIds.some((id) => file.includes(id)));
    for (const file of files) rmSync(join(folder, file), { force: true });
  }
  truncateLog(db.$client);
  // The replica has a copy of the log, which is removed with the next emptying.
  if (config.replica) requestTruncation(db.$client);
}

/**
 * Returns what an erasure keeps of an address: a keyed digest. With the key it answers whether an address was erased;
 * without the key it reveals nothing.
 *
 * @param key `secrets.erasureKey`
 */
export function createTombstone(emailKey: string, key: string): string {
  return `${getKeyFingerprint(key)}:${createHmac('sha256', key).update(emailKey).digest('hex')}`;
}

/** Returns whether a tombstone was made with this key. With another key it cannot be compared. */
export function isTombstoneOfKey(tombstone: string, key: string): boolean {
  return tombstone.startsWith(`${getKeyFingerprint(key)}:`);
}

function getKeyFingerprint(key: string): string {
  return createHash('sha256').update(`fingerprint of ${key}`).digest('hex').slice(0, 8);
}
