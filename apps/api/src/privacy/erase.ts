import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { and, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Config } from '../config.ts';
import type { ContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import { readRetentionMonths } from '../enquiries/retention.ts';
import { type Actor, recordAudit } from '../platform/audit-log/audit-log.ts';
import { enquiries, outboxMessages, subscribers } from '../platform/db/schema/enquiries.ts';
import { consents, dataLinks, erasures } from '../platform/db/schema/privacy.ts';
import { dayMs } from '../platform/durations.ts';
import { formatCount } from '../platform/text/format-count.ts';
import { eraseAddress, erasePersonRows, eraseRequests } from './erase-rows.ts';
import { closeRequests } from './privacy-requests.ts';
import { findDueForErasure, scheduleErasures } from './scheduled-erasure.ts';
import { createTombstone } from './tombstones.ts';

/** Rows per run. Other requests are served between runs. */
const batch = 200;
const testDays = 7;
const unconfirmedDays = 30;
const networkDays = 30;

interface Erased {
  enquiries: number;
  messages: number;
  subscribers: number;
}

/** Erases personal data: rows, search index, messages and message files. Leaves a tombstone as evidence. */
export function createEraser(
  deps: Pick<Deps, 'db' | 'now'> & { config: Pick<Config, 'dataDir'>; secrets: Pick<Deps['secrets'], 'erasureKey'> },
  queries: ContentQueries,
) {
  const { config, db, now, secrets } = deps;
  const before = (days: number) => new Date(now().getTime() - days * dayMs).toISOString();

  /** Removes message files, and truncates the write-ahead log, which still holds erased values. */
  function removeTraces(mailIds: readonly string[]): void {
    const folder = join(config.dataDir, 'mail');
    if (mailIds.length > 0 && existsSync(folder)) {
      for (const file of readdirSync(folder)) {
        if (mailIds.some((id) => file.includes(id))) rmSync(join(folder, file), { force: true });
      }
    }
    db.$client.pragma('wal_checkpoint(TRUNCATE)');
  }

  return {
    /** Erases all data of an address, except enquiries that are retained for a client. */
    erasePerson(email: string, reason: 'request' | 'admin', by: Actor | null): Erased & { kept: number } {
      const emailKey = email.toLowerCase();
      const { erased, mailIds } = db.transaction(
        (tx) => {
          const rows = tx.select().from(enquiries).where(eq(enquiries.emailKey, emailKey)).all();
          const gone = rows.filter(({ retainForClient }) => !retainForClient);
          const kept = rows.length - gone.length;
          const ids = gone.map(({ id }) => id);
          const { mailIds } = eraseRequests(tx, ids);
          const ofAddress = eraseAddress(tx, { emailKey });
          mailIds.push(...ofAddress.mailIds);
          const counts = { enquiries: ids.length, messages: mailIds.length, subscribers: ofAddress.subscribers };
          const at = now().toISOString();
          // Retained enquiries need a decision of the team, so the requests stay open.
          const closed = kept === 0 ? closeRequests(tx, { emailKey, at, by }) : 0;
          if (counts.enquiries + counts.messages + counts.subscribers + closed > 0) {
            const emailHash = createTombstone(emailKey, secrets.erasureKey);
            tx.insert(erasures)
              .values({ at, reason, byName: by?.name ?? null, emailHash, ...counts })
              .run();
            recordAudit(tx, { at, by, action: 'privacy.erased', subject: formatCounts(counts) });
          }
          return { erased: { ...counts, kept }, mailIds };
        },
        { behavior: 'immediate' },
      );
      removeTraces(mailIds);
      return erased;
    },

    /**
     * Repeats an erasure after a restore, without a further tombstone.
     *
     * @param until the moment of the erasure; later data stays
     */
    erasePersonAgain(emailKey: string, until: string): void {
      const mailIds = db.transaction(
        (tx) => {
          const erased = erasePersonRows(tx, emailKey, until);
          if (erased.kept === 0) closeRequests(tx, { emailKey, at: now().toISOString(), by: null, until });
          return erased.mailIds;
        },
        { behavior: 'immediate' },
      );
      removeTraces(mailIds);
    },

    /** Erases what is due, at most `batch` enquiries. Returns whether there may be more. */
    sweep(): boolean {
      const { mailIds, isFull } = db.transaction(
        (tx) => {
          const times = { now: now(), months: readRetentionMonths(queries), limit: batch };
          const listed = scheduleErasures(tx, times);
          const over = [...findDueForErasure(tx, times), ...findDueTests(tx, before(testDays))];
          const due = over.slice(0, batch);
          const { mailIds } = eraseRequests(
            tx,
            due.map(({ id }) => id),
          );
          const stale = eraseStaleContacts(tx, before(unconfirmedDays));
          mailIds.push(...stale.mailIds);
          // Not sooner: while a message waits, so does its link.
          tx.delete(dataLinks)
            .where(lt(dataLinks.createdAt, before(unconfirmedDays)))
            .run();
          clearNetworks(tx);
          const at = now().toISOString();
          const enquiries = due.filter(({ isTest }) => !isTest).length;
          if (enquiries + stale.count > 0) {
            const counts = { enquiries, messages: mailIds.length, subscribers: stale.count };
            tx.insert(erasures)
              .values({ at, reason: 'retention', byName: null, emailHash: null, ...counts })
              .run();
            recordAudit(tx, { at, by: null, action: 'privacy.retention', subject: formatCounts(counts) });
          }
          return { mailIds, isFull: [listed, due.length, stale.count, stale.mailIds.length].includes(batch) };
        },
        { behavior: 'immediate' },
      );
      if (mailIds.length > 0) removeTraces(mailIds);
      return isFull;
    },
  };

  /** Clears network digests after the month in which attempts are counted. */
  function clearNetworks(tx: Pick<Deps['db'], 'update'>): void {
    tx.update(enquiries)
      .set({ network: '' })
      .where(sql`${enquiries.network} > '' and ${enquiries.createdAt} < ${before(networkDays)}`)
      .run();
    tx.update(consents)
      .set({ network: '' })
      .where(sql`${consents.network} <> '' and ${consents.at} < ${before(networkDays)}`)
      .run();
  }
}

export type Eraser = ReturnType<typeof createEraser>;

/** Formats the counts that are not zero. */
function formatCounts({ enquiries, messages, subscribers }: Erased): string {
  const words = [
    ...formatCount(enquiries, 'enquiry', 'enquiries'),
    ...formatCount(messages, 'message', 'messages'),
    ...formatCount(subscribers, 'newsletter entry', 'newsletter entries'),
  ];
  return words.join(', ') || 'nothing that was stored';
}

type Tx = Pick<Deps['db'], 'delete' | 'select'>;

function findDueTests(tx: Tx, until: string) {
  return tx
    .select({ id: enquiries.id, isTest: enquiries.isTest })
    .from(enquiries)
    .where(and(eq(enquiries.retainForClient, false), sql`is_test = 1`, lt(enquiries.lastActivityAt, until)))
    .limit(batch)
    .all();
}

/**
 * Erases newsletter addresses that were never confirmed or have unsubscribed, and messages that belong to no enquiry.
 */
function eraseStaleContacts(tx: Tx, until: string): { count: number; mailIds: string[] } {
  const { confirmationRequestedAt, emailKey, unsubscribedAt } = subscribers;
  const some = (which: SQL | undefined) => tx.select({ emailKey }).from(subscribers).where(which).limit(batch).all();
  // Two queries: each uses a partial index without the members.
  const unconfirmed = some(and(sql`confirmed_at is null`, lt(confirmationRequestedAt, until)));
  const left = some(
    and(sql`unsubscribed_at is not null`, lt(unsubscribedAt, until), lt(confirmationRequestedAt, until)),
  );
  const stale = [...new Set([...unconfirmed, ...left].map((row) => row.emailKey))].slice(0, batch);
  tx.delete(subscribers).where(inArray(subscribers.emailKey, stale)).run();
  tx.delete(consents)
    .where(and(isNull(consents.enquiryId), inArray(consents.emailKey, stale)))
    .run();
  // Named: by itself SQLite would look through all that belong to no enquiry.
  const old = sql`seq in (select seq from outbox_messages indexed by outbox_messages_strangers where enquiry_id is null and created_at < ${until} limit ${batch})`;
  const gone = tx.delete(outboxMessages).where(old).returning({ id: outboxMessages.id }).all();
  return { count: stale.length, mailIds: gone.map(({ id }) => id) };
}
