import type { ScheduledErasure } from '@threadline/schema/wire/privacy';
import { and, asc, eq, inArray, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { ContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import {
  getRetentionCutoff,
  limitMonthsWithoutConsent,
  noticeMs,
  readRetentionMonths,
} from '../enquiries/retention.ts';
import type { Db } from '../platform/db/client.ts';
import { previewLinks } from '../platform/db/schema/core.ts';
import { enquiries, outboxMessages, subscribers } from '../platform/db/schema/enquiries.ts';
import { consents, dataLinks } from '../platform/db/schema/privacy.ts';
import { dayMs } from '../platform/durations.ts';
import { eraseEnquiries, recordErasure, removeTraces } from './erasure.ts';

/** Rows per run. Other requests are served between runs. */
const batch = 200;
const testDays = 7;
const unconfirmedDays = 30;
const networkDays = 30;
/** After the end of a preview link; its comments and the names in them are erased with it. */
const previewLinkDays = 30;

const { erasureScheduledAt, lastActivityAt, withdrawnAt } = enquiries;
/** The conditions of the partial indexes. */
const isUnscheduled = sql`retain_for_client = 0 and erasure_scheduled_at is null`;
const isScheduled = sql`erasure_scheduled_at is not null`;

type Tx = Pick<Db, 'delete' | 'insert' | 'select' | 'update'>;

/** Schedules and erases what is due, at most `batch` enquiries. Returns whether there may be more. */
export function sweepRetention({ config, db, now }: Pick<Deps, 'config' | 'db' | 'now'>, queries: ContentQueries) {
  const at = now().toISOString();
  const before = (days: number) => new Date(now().getTime() - days * dayMs).toISOString();
  const months = readRetentionMonths(queries);
  const { mailIds, links, isFull } = db.transaction(
    (tx) => {
      const scheduled = scheduleErasures(tx, { now: now(), months });
      const due = [...findDue(tx, { now: now(), months }), ...findDueTests(tx, before(testDays))].slice(0, batch);
      const ofEnquiries = eraseEnquiries(
        tx,
        due.map(({ id }) => id),
      );
      const stale = eraseStaleContacts(tx, before(unconfirmedDays));
      clearNetworks(tx, before(networkDays));
      const links = erasePreviewLinks(tx, before(previewLinkDays));
      const mailIds = [...ofEnquiries, ...stale.mailIds];
      const enquiries = due.filter(({ isTest }) => !isTest).length;
      const erased = { enquiries, messages: mailIds.length, subscribers: stale.subscribers };
      // Test enquiries and messages without an enquiry leave no record.
      if (erased.enquiries + erased.subscribers > 0)
        recordErasure(tx, { at, reason: 'retention', by: null, emailHash: null, erased });
      return {
        mailIds,
        links,
        isFull: [scheduled, due.length, stale.subscribers, stale.mailIds.length].includes(batch),
      };
    },
    { behavior: 'immediate' },
  );
  if (mailIds.length + links > 0) removeTraces({ config, db }, mailIds);
  return isFull;
}

interface Times {
  now: Date;
  months: number;
}

/**
 * Schedules enquiries that are due within the notice period, and removes those that are no longer due. A shorter retention
 * period, or a clock that jumps ahead, therefore erases nothing without notice.
 *
 * @returns how many were added
 */
function scheduleErasures(tx: Tx, { now, months }: Times): number {
  const at = now.toISOString();
  const end = computeCutoffs(new Date(now.getTime() + noticeMs), months);
  // A schedule date in the future was set by a clock that was ahead: the notice starts again.
  const isOffSchedule = sql`(retain_for_client = 1 or ${lastActivityAt} >= ${end.ofRow} or ${erasureScheduledAt} > ${at})`;
  tx.update(enquiries).set({ erasureScheduledAt: null }).where(and(isScheduled, isOffSchedule)).run();
  const find = (which: SQL | undefined) =>
    tx.select({ id: enquiries.id }).from(enquiries).where(which).orderBy(asc(lastActivityAt)).limit(batch).all();
  // Two queries: enquiries without consent have their own index and cut-off.
  const due = [
    ...find(and(isUnscheduled, lt(lastActivityAt, end.ofMost))),
    ...find(and(isUnscheduled, sql`withdrawn_at is not null`, lt(lastActivityAt, end.ofWithdrawn))),
  ];
  const ids = [...new Set(due.map(({ id }) => id))].slice(0, batch);
  tx.update(enquiries).set({ erasureScheduledAt: at }).where(inArray(enquiries.id, ids)).run();
  return ids.length;
}

/** Finds enquiries whose notice period is over and that are still due. */
function findDue(tx: Tx, { now, months }: Times) {
  const isNoticeOver = lte(erasureScheduledAt, new Date(now.getTime() - noticeMs).toISOString());
  const isOver = sql`${lastActivityAt} < ${computeCutoffs(now, months).ofRow}`;
  const { id, isTest } = enquiries;
  return tx
    .select({ id, isTest })
    .from(enquiries)
    .where(and(isScheduled, sql`retain_for_client = 0`, isNoticeOver, isOver))
    .limit(batch)
    .all();
}

/** Returns the cut-off dates at a moment: enquiries last active before them have passed their retention period. */
function computeCutoffs(at: Date, months: number) {
  const ofMost = getRetentionCutoff(at, months).toISOString();
  const ofWithdrawn = getRetentionCutoff(at, limitMonthsWithoutConsent(months)).toISOString();
  return { ofMost, ofWithdrawn, ofRow: sql`case when ${withdrawnAt} is null then ${ofMost} else ${ofWithdrawn} end` };
}

function findDueTests(tx: Tx, until: string) {
  const { id, isTest } = enquiries;
  return tx
    .select({ id, isTest })
    .from(enquiries)
    .where(and(eq(enquiries.retainForClient, false), sql`is_test = 1`, lt(lastActivityAt, until)))
    .limit(batch)
    .all();
}

/** Erases newsletter addresses that were never confirmed or have unsubscribed, and messages and links without an enquiry. */
function eraseStaleContacts(tx: Tx, until: string): { subscribers: number; mailIds: string[] } {
  const { confirmationRequestedAt, emailKey, unsubscribedAt } = subscribers;
  const find = (which: SQL | undefined) => tx.select({ emailKey }).from(subscribers).where(which).limit(batch).all();
  const isStale = lt(confirmationRequestedAt, until);
  // Two queries: each uses a partial index without the members.
  const unconfirmed = find(and(sql`confirmed_at is null`, isStale));
  const left = find(and(sql`unsubscribed_at is not null`, lt(unsubscribedAt, until), isStale));
  const stale = [...new Set([...unconfirmed, ...left].map((row) => row.emailKey))].slice(0, batch);
  tx.delete(subscribers).where(inArray(emailKey, stale)).run();
  tx.delete(consents)
    .where(and(isNull(consents.enquiryId), inArray(consents.emailKey, stale)))
    .run();
  // Not sooner: a link has to exist for as long as its message is pending.
  tx.delete(dataLinks).where(lt(dataLinks.createdAt, until)).run();
  // SQLite by itself would read all messages without an enquiry.
  const old = sql`seq in (select seq from outbox_messages indexed by outbox_messages_strangers where enquiry_id is null and created_at < ${until} limit ${batch})`;
  const mails = tx.delete(outboxMessages).where(old).returning({ id: outboxMessages.id }).all();
  return { subscribers: stale.length, mailIds: mails.map(({ id }) => id) };
}

/** Erases preview links that ended before a moment, with their feedback. Returns how many. */
function erasePreviewLinks(tx: Tx, until: string): number {
  const end = sql`coalesce(${previewLinks.endedAt}, ${previewLinks.expiresAt})`;
  return tx.delete(previewLinks).where(lt(end, until)).run().changes;
}

/** Clears network digests after the month in which attempts are counted. */
function clearNetworks(tx: Tx, until: string): void {
  tx.update(enquiries)
    .set({ network: '' })
    .where(sql`${enquiries.network} > '' and ${enquiries.createdAt} < ${until}`)
    .run();
  tx.update(consents).set({ network: '' }).where(sql`${consents.network} <> '' and ${consents.at} < ${until}`).run();
}

/** Returns how many enquiries are scheduled for erasure, and when the first of them is erased. */
export function countScheduled(db: Pick<Db, 'select'>): ScheduledErasure {
  const { count = 0, first = null } =
    db
      .select({ count: sql<number>`count(*)`, first: sql<string | null>`min(${erasureScheduledAt})` })
      .from(enquiries)
      .where(isScheduled)
      .get() ?? {};
  return { enquiries: count, firstAt: first && new Date(Date.parse(first) + noticeMs).toISOString() };
}
