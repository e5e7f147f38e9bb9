import { and, asc, eq, gt, lte, or, sql } from 'drizzle-orm';
import type { Deps } from '../../context.ts';
import { outboxMessages } from '../db/schema/enquiries.ts';
import type { MailHandlers } from './handlers.ts';

type Row = typeof outboxMessages.$inferSelect;

const atOnce = 100;
/** The longest wait that is ever set: one beyond it was set by a clock that was ahead. */
const longestWaitMs = 24 * 3_600_000;

/** The outbox as the worker reads and marks it. */
export function createMailQueue({ db, now }: Pick<Deps, 'db' | 'now'>, handlers: MailHandlers) {
  function isDue() {
    const at = now().toISOString();
    const latest = new Date(now().getTime() + longestWaitMs).toISOString();
    return and(
      eq(outboxMessages.state, 'pending'),
      or(lte(outboxMessages.nextAttemptAt, at), gt(outboxMessages.nextAttemptAt, latest)),
    );
  }

  /** @returns numbers only: by its turn a message may be another one, see `take` */
  function due(): number[] {
    return db
      .select({ seq: outboxMessages.seq })
      .from(outboxMessages)
      .where(isDue())
      .orderBy(asc(outboxMessages.nextAttemptAt), asc(outboxMessages.seq))
      .limit(atOnce)
      .all()
      .map(({ seq }) => seq);
  }

  /**
   * A message as it is now: while those before it were handed over, its person may have been erased or corrected, or have
   * withdrawn. @returns undefined when it is not to be sent any more
   */
  function take(seq: number): Row | undefined {
    return db
      .select()
      .from(outboxMessages)
      .where(and(eq(outboxMessages.seq, seq), isDue()))
      .get();
  }

  /**
   * Notes how an attempt has ended. The row may have changed while the message was handed over. What has left is noted even
   * then, with the address it went to; any other end says nothing about what the row is now.
   *
   * @param row as it was taken
   * @returns whether it was noted
   */
  function finish(row: Row, values: Partial<Row>): boolean {
    return db.transaction(
      (tx) => {
        const own = eq(outboxMessages.seq, row.seq);
        const current = tx.select().from(outboxMessages).where(own).get();
        const isAsTaken = current?.state === 'pending' && current.recipient === row.recipient;
        if (!current || !(isAsTaken || values.state === 'sent')) return false;
        const ended = { payload: row.payload, ...values, recipient: row.recipient };
        tx.update(outboxMessages).set(ended).where(own).run();
        const at = now().toISOString();
        const handler = handlers[row.kind];
        handler.onStateChange?.(tx, { ...current, ...ended }, at);
        const isSent = values.state === 'sent' || values.state === 'written-to-disk';
        if (isSent && row.sentAt === null) handler.onFirstSent?.(tx, row, at);
        return true;
      },
      { behavior: 'immediate' },
    );
  }

  function nextAt(): string | null {
    const next = db
      .select({ at: sql<string | null>`min(${outboxMessages.nextAttemptAt})` })
      .from(outboxMessages)
      .where(eq(outboxMessages.state, 'pending'))
      .get()?.at;
    return next ?? null;
  }

  /** Of what no server has seen yet: one that a server has put off says nothing about the others. */
  function pendingSince(): string | null {
    const oldest = db
      .select({ seq: sql<number | null>`min(${outboxMessages.seq})` })
      .from(outboxMessages)
      .where(and(eq(outboxMessages.state, 'pending'), eq(outboxMessages.attempts, 0)))
      .get()?.seq;
    if (!oldest) return null;
    return (
      db.select({ at: outboxMessages.createdAt }).from(outboxMessages).where(eq(outboxMessages.seq, oldest)).get()
        ?.at ?? null
    );
  }

  return { due, take, finish, nextAt, pendingSince };
}
