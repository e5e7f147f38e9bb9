import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { and, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Config } from '../config.ts';
import type { ContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import { readRetentionMonths } from '../enquiries/retention.ts';
import { type Actor, recordAudit } from '../platform/audit-log/audit-log.ts';
import { noteLook } from '../platform/clock-guard.ts';
import { enquiries, outboxMessages, subscribers } from '../platform/db/schema/enquiries.ts';
import { consents, dataLinks, erasures } from '../platform/db/schema/privacy.ts';
import { dayMs } from '../platform/durations.ts';
import { formatCount } from '../platform/text/format-count.ts';
import { eraseAddress, erasePersonRows, eraseRequests } from './erase-rows.ts';
import { closeRequests } from './privacy-requests.ts';
import { findDueForErasure, scheduleErasures } from './scheduled-erasure.ts';
import { createTombstone } from './tombstones.ts';

/** So many at once, that visitors are served in between. */
const batch = 200;
const testDays = 7;
const unconfirmedDays = 30;
const networkDays = 30;

interface Erased {
  enquiries: number;
  messages: number;
  subscribers: number;
}

/** Deletes personal details for good: rows, search index, messages, and the files of messages. Leaves a proof. */
export function createEraser(
  deps: Pick<Deps, 'db' | 'now'> & { config: Pick<Config, 'dataDir'>; secrets: Pick<Deps['secrets'], 'erasureKey'> },
  queries: ContentQueries,
) {
  const { config, db, now, secrets } = deps;
  const before = (days: number) => new Date(now().getTime() - days * dayMs).toISOString();

  /** What was overwritten must not live on in the log of the database. */
  function forget(mailIds: readonly string[]): void {
    const folder = join(config.dataDir, 'mail');
    if (mailIds.length > 0 && existsSync(folder)) {
      for (const file of readdirSync(folder)) {
        if (mailIds.some((id) => file.includes(id))) rmSync(join(folder, file), { force: true });
      }
    }
    db.$client.pragma('wal_checkpoint(TRUNCATE)');
  }

  return {
    /** Everything under one address, but for what is kept as a client's file. */
    erasePerson(email: string, reason: 'request' | 'admin', by: Actor | null): Erased & { kept: number } {
      const emailKey = email.toLowerCase();
      const { erased, mailIds } = db.transaction(
        (tx) => {
          const rows = tx.select().from(enquiries).where(eq(enquiries.emailKey, emailKey)).all();
          const gone = rows.filter(({ retainForClient }) => !retainForClient);
          const kept = rows.length - gone.length;
          const ids = gone.map(({ id }) => id);
          const { mailIds } = eraseRequests(tx, ids);
          const beside = eraseAddress(tx, { emailKey });
          mailIds.push(...beside.mailIds);
          const counts = { enquiries: ids.length, messages: mailIds.length, subscribers: beside.subscribers };
          const at = now().toISOString();
          // What is kept is still to be decided by the team: nothing is done then.
          const closed = kept === 0 ? closeRequests(tx, { emailKey, at, by }) : 0;
          if (counts.enquiries + counts.messages + counts.subscribers + closed > 0) {
            const emailHash = createTombstone(emailKey, secrets.erasureKey);
            tx.insert(erasures)
              .values({ at, reason, byName: by?.name ?? null, emailHash, ...counts })
              .run();
            recordAudit(tx, { at, by, action: 'privacy.erased', subject: wordsOf(counts) });
          }
          return { erased: { ...counts, kept }, mailIds };
        },
        { behavior: 'immediate' },
      );
      forget(mailIds);
      return erased;
    },

    /**
     * After a restore: what an erasure had taken away already, without a further proof of it.
     *
     * @param until the moment of the proof: what came later, came after it
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
      forget(mailIds);
    },

    /** One round of what is due: at most `batch` enquiries. @returns whether there may be more */
    sweep(): boolean {
      const { mailIds, isFull } = db.transaction(
        (tx) => {
          const { isSteady, gapDays } = noteLook(tx, now());
          if (gapDays !== undefined) {
            const subject = `after ${gapDays} days without a look`;
            recordAudit(tx, { at: now().toISOString(), by: null, action: 'privacy.retention-paused', subject });
          }
          const times = { now: now(), months: readRetentionMonths(queries), limit: batch };
          const listed = scheduleErasures(tx, times);
          const over = isSteady ? [...findDueForErasure(tx, times), ...dueTests(tx, before(testDays))] : [];
          const due = over.slice(0, batch);
          const { mailIds } = eraseRequests(
            tx,
            due.map(({ id }) => id),
          );
          const strangers = isSteady ? eraseStrangers(tx, before(unconfirmedDays)) : { count: 0, mailIds: [] };
          mailIds.push(...strangers.mailIds);
          // Not sooner: while a message waits, so does its link.
          tx.delete(dataLinks)
            .where(lt(dataLinks.createdAt, before(unconfirmedDays)))
            .run();
          forgetNetworks(tx);
          const at = now().toISOString();
          const enquiries = due.filter(({ isTest }) => !isTest).length;
          if (enquiries + strangers.count > 0) {
            const counts = { enquiries, messages: mailIds.length, subscribers: strangers.count };
            tx.insert(erasures)
              .values({ at, reason: 'retention', byName: null, emailHash: null, ...counts })
              .run();
            recordAudit(tx, { at, by: null, action: 'privacy.retention', subject: wordsOf(counts) });
          }
          return { mailIds, isFull: [listed, due.length, strangers.count, strangers.mailIds.length].includes(batch) };
        },
        { behavior: 'immediate' },
      );
      if (mailIds.length > 0) forget(mailIds);
      return isFull;
    },
  };

  /** The digests of networks are for counting the tries of a month. */
  function forgetNetworks(tx: Pick<Deps['db'], 'update'>): void {
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

/** Only what there was. */
function wordsOf({ enquiries, messages, subscribers }: Erased): string {
  const words = [
    ...formatCount(enquiries, 'enquiry', 'enquiries'),
    ...formatCount(messages, 'message', 'messages'),
    ...formatCount(subscribers, 'newsletter entry', 'newsletter entries'),
  ];
  return words.join(', ') || 'nothing that was kept';
}

type Tx = Pick<Deps['db'], 'delete' | 'select'>;

function dueTests(tx: Tx, until: string) {
  return tx
    .select({ id: enquiries.id, isTest: enquiries.isTest })
    .from(enquiries)
    .where(and(eq(enquiries.retainForClient, false), sql`is_test = 1`, lt(enquiries.lastActivityAt, until)))
    .limit(batch)
    .all();
}

/**
 * Newsletter addresses that nobody has confirmed or that have left, and messages that belong to no enquiry: nothing else
 * takes them away.
 */
function eraseStrangers(tx: Tx, until: string): { count: number; mailIds: string[] } {
  const { confirmationRequestedAt, emailKey, unsubscribedAt } = subscribers;
  const some = (which: SQL | undefined) => tx.select({ emailKey }).from(subscribers).where(which).limit(batch).all();
  // Two looks, in the words of two indexes that leave out the members.
  const unconfirmed = some(and(sql`confirmed_at is null`, lt(confirmationRequestedAt, until)));
  const left = some(
    and(sql`unsubscribed_at is not null`, lt(unsubscribedAt, until), lt(confirmationRequestedAt, until)),
  );
  const strangers = [...new Set([...unconfirmed, ...left].map((row) => row.emailKey))].slice(0, batch);
  tx.delete(subscribers).where(inArray(subscribers.emailKey, strangers)).run();
  tx.delete(consents)
    .where(and(isNull(consents.enquiryId), inArray(consents.emailKey, strangers)))
    .run();
  // Named: by itself SQLite would look through all that belong to no enquiry.
  const old = sql`seq in (select seq from outbox_messages indexed by outbox_messages_strangers where enquiry_id is null and created_at < ${until} limit ${batch})`;
  const gone = tx.delete(outboxMessages).where(old).returning({ id: outboxMessages.id }).all();
  return { count: strangers.length, mailIds: gone.map(({ id }) => id) };
}
