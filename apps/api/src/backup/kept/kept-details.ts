import { isDeepStrictEqual } from 'node:util';
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { contactRequests, mails } from '../../db/enquiry-schema.ts';
import { consents } from '../../db/privacy-schema.ts';
import { auditLog } from '../../db/schema.ts';
import { toVisitors } from '../../mail/outbox.ts';
import { stopAnsweringOne } from '../../privacy/withdraw.ts';
import { keepState } from './kept-progress.ts';
import { type Replaced, rowsOf } from './replaced-database.ts';

type Row = typeof contactRequests.$inferSelect;
type Address = Pick<Row, 'email' | 'emailKey'>;

/**
 * What senders have said about enquiries that the backup has: consent that was withdrawn since, and details that were
 * corrected; and what the team has done about them. Inside a transaction.
 *
 * @returns how many enquiries of the first two; the ids of those that the team has moved on
 */
export function keepDetails(
  tx: Tx,
  replaced: Replaced,
  { at, isCorrected, isLater }: { at: string; isCorrected: boolean; isLater: boolean },
): { withdrawn: number; corrected: number; moved: string[] } {
  const counts = { withdrawn: 0, corrected: 0 };
  const moved: string[] = [];
  // Prepared: there may be a million of them.
  const isSame = eq(contactRequests.id, sql.placeholder('id'));
  const find = tx.select().from(contactRequests).where(isSame).prepare();
  for (const row of rowsOf(replaced, { table: contactRequests, by: 'seq' })) {
    const old: Row | undefined = find.get({ id: row.id });
    if (!old) continue;
    const isChanged = isCorrected && !isDeepStrictEqual(detailsOf(row), detailsOf(old));
    if (isChanged) correct(tx, row, old);
    counts.corrected += Number(isChanged);
    const isWithdrawn = row.withdrawnAt !== null && old.withdrawnAt === null;
    if (isWithdrawn) withdraw(tx, row, at);
    counts.withdrawn += Number(isWithdrawn);
    // Before people are erased again: a client's file that was left by that is not to go now.
    if (row.isKept && !old.isKept)
      tx.update(contactRequests).set({ isKept: true }).where(eq(contactRequests.id, row.id)).run();
    // A withdrawal has closed it: that was its sender.
    if (keepState(tx, row, { old, isLater }) && !isWithdrawn) moved.push(row.id);
  }
  return { ...counts, moved };
}

/** A correction has no moment of its own in its rows: without one in the log since then, the backup's are as good. */
export function isCorrectedSince(replaced: Replaced, since: string): boolean {
  const newer = and(eq(auditLog.action, 'privacy.corrected'), gt(auditLog.at, since));
  return replaced.select({ id: auditLog.id }).from(auditLog).where(newer).limit(1).get() !== undefined;
}

/** All that a correction changes, and nothing else does. */
function detailsOf({ companyName, contactName, email, emailKey, phone, phoneE164 }: Row) {
  return { companyName, contactName, email, emailKey, phone, phoneE164 };
}

function correct(tx: Tx, row: Row, old: Row): void {
  const { id, email, emailKey } = row;
  tx.update(contactRequests).set(detailsOf(row)).where(eq(contactRequests.id, id)).run();
  tx.update(consents).set({ emailKey }).where(eq(consents.requestId, id)).run();
  moveMails(tx, { from: old.emailKey, to: { email, emailKey }, requestId: id });
}

/** The messages to a visitor go to the new address: those of one enquiry, or those of none. */
export function moveMails(
  tx: Tx,
  { from, to, requestId }: { from: string; to: Address; requestId: string | null },
): void {
  const own = requestId === null ? isNull(mails.requestId) : eq(mails.requestId, requestId);
  tx.update(mails)
    .set({ recipient: to.email, emailKey: to.emailKey })
    .where(and(own, eq(mails.emailKey, from), inArray(mails.kind, toVisitors)))
    .run();
}

function withdraw(tx: Tx, { id, reference, isKept, touchedAt, withdrawnAt }: Row, at: string): void {
  if (!isKept) stopAnsweringOne(tx, { id, reference, at });
  // Whether it is a client's file is decided with it: that alone does not rest on consent.
  tx.update(contactRequests).set({ withdrawnAt, isKept, touchedAt }).where(eq(contactRequests.id, id)).run();
}
