import { and, asc, eq, gt, lte, or, sql } from 'drizzle-orm';
import { startAccountLink } from '../auth/link-life.ts';
import { mails } from '../db/enquiry-schema.ts';
import type { Deps } from '../deps.ts';
import { settleReply } from '../enquiries/reply-outcome.ts';
import { startDataLink } from '../privacy/my-data.ts';

type Row = typeof mails.$inferSelect;

const atOnce = 100;
/** The longest wait that is ever set: one beyond it was set by a clock that was ahead. */
const longestWaitMs = 24 * 3_600_000;

/** The outbox as the worker reads and marks it. */
export function createMailQueue({ db, now }: Pick<Deps, 'db' | 'now'>) {
  function due(): Row[] {
    const at = now().toISOString();
    const latest = new Date(now().getTime() + longestWaitMs).toISOString();
    return db
      .select()
      .from(mails)
      .where(and(eq(mails.state, 'pending'), or(lte(mails.nextAttemptAt, at), gt(mails.nextAttemptAt, latest))))
      .orderBy(asc(mails.nextAttemptAt), asc(mails.seq))
      .limit(atOnce)
      .all();
  }

  /** @returns false when the message was erased while it was on its way */
  function finish(row: Row, values: Partial<Row>): boolean {
    return db.transaction(
      (tx) => {
        if (tx.update(mails).set(values).where(eq(mails.seq, row.seq)).run().changes === 0) return false;
        const at = now().toISOString();
        settleReply(tx, { ...row, ...values }, at);
        // One that was handed over before has started its link then.
        if ((values.state === 'sent' || values.state === 'filed') && row.sentAt === null) startLink(tx, row, at);
        return true;
      },
      { behavior: 'immediate' },
    );
  }

  function nextAt(): string | null {
    const next = db
      .select({ at: sql<string | null>`min(${mails.nextAttemptAt})` })
      .from(mails)
      .where(eq(mails.state, 'pending'))
      .get()?.at;
    return next ?? null;
  }

  /** Of what no server has seen yet: one that a server has put off says nothing about the others. */
  function waitingSince(): string | null {
    const oldest = db
      .select({ seq: sql<number | null>`min(${mails.seq})` })
      .from(mails)
      .where(and(eq(mails.state, 'pending'), eq(mails.attempts, 0)))
      .get()?.seq;
    if (!oldest) return null;
    return db.select({ at: mails.createdAt }).from(mails).where(eq(mails.seq, oldest)).get()?.at ?? null;
  }

  return { due, finish, nextAt, waitingSince };
}

/** Links count their life from here. */
function startLink(tx: Pick<Deps['db'], 'select' | 'update'>, { kind, payload }: Row, at: string): void {
  if (kind === 'my-data' && payload.linkId) startDataLink(tx, payload.linkId, at);
  if ((kind === 'invitation' || kind === 'password-reset') && payload.linkId) startAccountLink(tx, payload.linkId, at);
}
