import { sql } from 'drizzle-orm';
import { readPromise } from '../contact-requests/promise.ts';
import type { ContentQueries } from '../content/queries.ts';
import type { Deps } from '../deps.ts';
import type { Outbox } from '../mail/outbox.ts';
import { isUnanswered, soonUntil } from './due.ts';

/** The rest follows with the next run: others wait for the database meanwhile. */
const mostAtOnce = 1000;

interface ReminderParts {
  queries: ContentQueries;
  outbox: Outbox;
}

/**
 * Writes one message for each enquiry whose promised reply is due soon: to whoever it is assigned to, otherwise to the team.
 * Its id follows from the enquiry, so that it is written once, however often this runs. What is late already is left to the
 * inbox and its counters.
 */
export function remindOfDue({ db, now }: Pick<Deps, 'db' | 'now'>, { queries, outbox }: ReminderParts): void {
  if (!readPromise(queries).promise.remind) return;
  const at = now().toISOString();
  db.transaction(
    (tx) => {
      // In the order of the index of what waits; of each only whether its message is there, and who has it.
      const due = tx.all<{ id: string; recipient: string | null }>(sql`
        select contact_requests.id as id,
          (select email from users where users.id = assignee_id and users.status = 'active') as recipient
        from contact_requests indexed by contact_requests_due
        where ${isUnanswered} and due_at > ${at} and due_at <= ${soonUntil(queries, at)}
          and not exists (select 1 from mails where mails.id = contact_requests.id || '.reminder')
        limit ${mostAtOnce}`);
      for (const { id, recipient } of due)
        outbox.add({ id: `${id}.reminder`, kind: 'reminder', requestId: id, ...(recipient && { recipient }) }, at);
    },
    { behavior: 'immediate' },
  );
  outbox.announce();
}
