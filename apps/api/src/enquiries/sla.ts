import { defaultSla, mail, type Sla } from '@threadline/schema/content/sections/mail';
import { site, workingDays } from '@threadline/schema/content/sections/site';
import type { EnquiryCounts } from '@threadline/schema/wire/enquiry';
import { maxCounted, openStatuses } from '@threadline/schema/wire/enquiry-status';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { ContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import { recordAudit } from '../platform/audit-log/audit-log.ts';
import type { Db } from '../platform/db/client.ts';
import { enquiries, outboxMessages } from '../platform/db/schema/enquiries.ts';
import { dayMs } from '../platform/durations.ts';
import type { Outbox } from '../platform/outbox/outbox.ts';
import { addWorkingHours, computeDeadline, type OfficeHours } from './working-hours.ts';

type Enquiry = typeof enquiries.$inferSelect;
type Message = typeof outboxMessages.$inferSelect;

/** Returns the reply time and the office hours as editors have set them, or the defaults. */
export function readSla(queries: ContentQueries): { sla: Sla; office: OfficeHours } {
  const sla = mail.singles.sla.safeParse(queries.effectiveValue('mail', 'sla'));
  const contact = site.singles.contact.safeParse(queries.effectiveValue('site', 'contact'));
  return {
    sla: sla.data ?? defaultSla,
    office: contact.data ?? { opens: '09:30', closes: '18:30', openDays: workingDays },
  };
}

/** Returns the due date of an enquiry that the team could first see at a moment. Both are ISO 8601 in UTC. */
export function computeDueAt(queries: ContentQueries, at: string): string {
  const { sla, office } = readSla(queries);
  return computeDeadline(at, sla, office);
}

/** Returns the end of the period that counts as due soon: at most half of the reply time ahead. */
export function computeDueSoonUntil(queries: ContentQueries, at: string): string {
  const { sla, office } = readSla(queries);
  return addWorkingHours(at, { ...sla, hours: Math.min(sla.reminderHours, sla.hours / 2) }, office);
}

/**
 * Selects enquiries without a reply that was sent. `replied` without `answered_at` means that the reply is still pending.
 * The partial indexes `enquiries_due` and `enquiries_due_assignee` use the same condition.
 */
export const isUnanswered = sql`status in ('new', 'read', 'replied') and answered_at is null and is_test = 0`;

/** Returns the same for a row, without the exception for tests. */
export function isAwaitingReply({ status, answeredAt }: Pick<Enquiry, 'status' | 'answeredAt'>): boolean {
  return answeredAt === null && (openStatuses.includes(status) || status === 'replied');
}

/** Counts up to `maxCounted` enquiries in the order of their due dates, so the cost does not grow with the table. */
export function countUnanswered(
  db: Pick<Db, 'all'>,
  queries: ContentQueries,
  at: string,
): Pick<EnquiryCounts, 'unanswered' | 'overdue' | 'dueSoon' | 'dueSoonUntil'> {
  const first = db.all<{ dueAt: string }>(
    sql`select due_at as dueAt from enquiries indexed by enquiries_due where ${isUnanswered}
      order by due_at limit ${maxCounted}`,
  );
  const dueSoonUntil = computeDueSoonUntil(queries, at);
  return {
    unanswered: first.length,
    overdue: first.filter(({ dueAt }) => dueAt < at).length,
    dueSoon: first.filter(({ dueAt }) => dueAt >= at && dueAt <= dueSoonUntil).length,
    dueSoonUntil,
  };
}

/** The states of a message that is still to be sent: by a job, or by a user once email is set up. */
const waitingStates: readonly Message['state'][] = ['pending', 'written-to-disk'];

/** Returns the ids of those enquiries whose only reply is written and not sent yet. */
export function findPendingReplies(
  db: Pick<Db, 'select'>,
  rows: readonly Pick<Enquiry, 'id' | 'answeredAt'>[],
  states = waitingStates,
) {
  const unanswered = rows.filter(({ answeredAt }) => answeredAt === null).map(({ id }) => id);
  const pending = and(
    inArray(outboxMessages.enquiryId, unanswered),
    eq(outboxMessages.kind, 'reply'),
    inArray(outboxMessages.state, states),
  );
  const replies = db.select({ enquiryId: outboxMessages.enquiryId }).from(outboxMessages).where(pending).all();
  return new Set(replies.map(({ enquiryId }) => enquiryId));
}

/**
 * Updates the enquiry of a reply in the transaction that stores the reply's new state. Only a reply that was sent answers
 * an enquiry. One that failed opens the enquiry again, so it becomes overdue like any other.
 *
 * @param isActivity whether the change extends the retention period
 */
export function applyReplyState(
  tx: Pick<Db, 'insert' | 'select' | 'update'>,
  reply: Message,
  { at, isActivity = true }: { at: string; isActivity?: boolean },
): void {
  if (reply.kind !== 'reply' || reply.enquiryId === null || reply.state === 'pending') return;
  const own = eq(enquiries.id, reply.enquiryId);
  const enquiry = tx.select().from(enquiries).where(own).get();
  if (!enquiry || enquiry.answeredAt !== null) return;
  const isOpen = openStatuses.includes(enquiry.status);
  const activity = isActivity ? { lastActivityAt: at } : {};
  if (reply.state === 'sent') {
    const status = isOpen ? 'replied' : enquiry.status;
    tx.update(enquiries)
      .set({ status, answeredAt: reply.sentAt ?? at, ...activity })
      .where(own)
      .run();
    if (isOpen) recordAudit(tx, { at, by: null, action: 'enquiry.reply-sent', subject: enquiry.reference });
  } else if (enquiry.status === 'replied' && findPendingReplies(tx, [enquiry], ['pending']).size === 0) {
    tx.update(enquiries)
      .set({ status: 'read', ...activity })
      .where(own)
      .run();
    recordAudit(tx, { at, by: null, action: 'enquiry.reply-failed', subject: enquiry.reference });
  }
}

/** Limits one transaction. The next run adds the others. */
const maxRemindersPerRun = 1000;
/** Enquiries that are overdue for longer get no reminder, so that switching reminders on does not send one for each of them. */
const maxOverdueDays = 7;

interface ReminderParts {
  queries: ContentQueries;
  outbox: Outbox;
}

/**
 * Adds one reminder for each enquiry that is due soon, or has become overdue while the product was stopped. It goes to the
 * assignee, otherwise to the team. Its id is derived from the enquiry, so each enquiry gets at most one.
 */
export function sendReminders({ db, now }: Pick<Deps, 'db' | 'now'>, { queries, outbox }: ReminderParts): void {
  if (!readSla(queries).sla.remind) return;
  const at = now().toISOString();
  const after = new Date(now().getTime() - maxOverdueDays * dayMs).toISOString();
  db.transaction(
    (tx) => {
      const due = tx.all<{ id: string; recipient: string | null }>(sql`
        select enquiries.id as id,
          (select email from users where users.id = assignee_id and users.status = 'active') as recipient
        from enquiries indexed by enquiries_due
        where ${isUnanswered} and due_at > ${after} and due_at <= ${computeDueSoonUntil(queries, at)}
          and not exists (select 1 from outbox_messages where outbox_messages.id = enquiries.id || '.reminder')
        limit ${maxRemindersPerRun}`);
      for (const { id, recipient } of due)
        outbox.add({ id: `${id}.reminder`, kind: 'reminder', enquiryId: id, ...(recipient && { recipient }) }, at);
    },
    { behavior: 'immediate' },
  );
  outbox.wake();
}
