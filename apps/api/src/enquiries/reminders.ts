import { sql } from 'drizzle-orm';
import type { ContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import { dayMs } from '../platform/durations.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import { computeDueSoonUntil, isUnanswered, readSla } from './sla.ts';

/** Limits one transaction. The next run adds the others. */
const maxPerRun = 1000;
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
        limit ${maxPerRun}`);
      for (const { id, recipient } of due)
        outbox.add({ id: `${id}.reminder`, kind: 'reminder', enquiryId: id, ...(recipient && { recipient }) }, at);
    },
    { behavior: 'immediate' },
  );
  outbox.announce();
}
