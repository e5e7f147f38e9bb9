import { randomUUID } from 'node:crypto';
import { maxCounted } from '@threadline/schema/enquiry-status';
import { inArray, sql } from 'drizzle-orm';
import type { ContentQueries } from '../../content/queries.ts';
import type { Deps } from '../../context.ts';
import type { Db } from '../../platform/db/client.ts';
import { enquiries, reminderRuns } from '../../platform/db/schema/enquiries.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { dueSoonUntil, isUnanswered } from './due.ts';
import { lateReplies } from './late-replies.ts';
import { readSla } from './promise.ts';

/** The rest follows with the next run: others wait for the database meanwhile. */
const mostAtOnce = 1000;
/** Of those that became late. One more than is named: whether there are more has to be said, for the next run looks on from here. */
const mostRead = maxCounted + 1;

interface ReminderParts {
  queries: ContentQueries;
  outbox: Outbox;
}

/**
 * Writes one message for each enquiry whose promised reply is due soon: to whoever it is assigned to, otherwise to the team.
 * Its id follows from the enquiry, so that it is written once, however often this runs. What has become late since the run
 * before and was never reminded of, because the product was stopped or because a reply is stuck, is one message to the team.
 */
export function remindOfDue({ db, now }: Pick<Deps, 'db' | 'now'>, { queries, outbox }: ReminderParts): void {
  const at = now().toISOString();
  db.transaction(
    (tx) => {
      const since = noteLook(tx, at);
      if (!readSla(queries).promise.remind) return;
      for (const { id, recipient } of dueSoon(tx, { after: at, until: dueSoonUntil(queries, at) }))
        outbox.add({ id: `${id}.reminder`, kind: 'reminder', enquiryId: id, ...(recipient && { recipient }) }, at);
      const references = becomeLate(tx, { after: since, until: at });
      if (references.length === 0) return;
      // Who has erased or answered meanwhile is left out when it is sent.
      const text = references.slice(0, maxCounted).join(', ');
      const payload = { text, ...(references.length > maxCounted && { isMore: true }) };
      outbox.add({ id: `${randomUUID()}.overdue`, kind: 'overdue', payload }, at);
    },
    { behavior: 'immediate' },
  );
  outbox.announce();
}

/** Both ISO 8601. */
interface Between {
  after: string;
  until: string;
}

const isUnreminded = sql`not exists (select 1 from outbox_messages where outbox_messages.id = enquiries.id || '.reminder')`;

/** In the order of the index of what waits; of each only whether its message is there, and who has it. */
function dueSoon(tx: Pick<Db, 'all'>, { after, until }: Between) {
  return tx.all<{ id: string; recipient: string | null }>(sql`
    select enquiries.id as id,
      (select email from users where users.id = assignee_id and users.status = 'active') as recipient
    from enquiries indexed by enquiries_due
    where ${isUnanswered} and due_at > ${after} and due_at <= ${until} and ${isUnreminded}
    limit ${mostAtOnce}`);
}

/** @returns references, by what is due longest; at most as many as are counted, and one that tells of more */
function becomeLate(tx: Pick<Db, 'all' | 'select'>, { after, until }: Between): string[] {
  const isBetween = sql`due_at > ${after} and due_at <= ${until} and ${isUnreminded}`;
  const open = tx.all<{ seq: number }>(sql`
    select seq from enquiries indexed by enquiries_due
    where ${isUnanswered} and ${isBetween} order by due_at limit ${mostRead}`);
  const stuck = lateReplies(tx, { at: until, where: isBetween, limit: mostRead });
  const { dueAt, reference, seq } = enquiries;
  return tx
    .select({ reference })
    .from(enquiries)
    .where(inArray(seq, [...open.map((row) => row.seq), ...stuck]))
    .orderBy(dueAt, seq)
    .limit(mostRead)
    .all()
    .map((row) => row.reference);
}

/** @returns the moment of the run before, ISO 8601; empty for the first */
function noteLook(tx: Pick<Db, 'insert' | 'select'>, at: string): string {
  const before = tx.select().from(reminderRuns).get();
  tx.insert(reminderRuns)
    .values({ id: 1, lastRunAt: at })
    .onConflictDoUpdate({ target: reminderRuns.id, set: { lastRunAt: at } })
    .run();
  return before?.lastRunAt ?? '';
}
