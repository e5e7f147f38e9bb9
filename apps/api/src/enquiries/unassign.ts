import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type Actor, recordAudit } from '../platform/audit-log/audit-log.ts';
import type { Db, Tx } from '../platform/db/client.ts';
import { enquiries } from '../platform/db/schema/enquiries.ts';
import { addMessage } from '../platform/mail/outbox.ts';
import { indexTermsOf, openTerm } from './inbox/filter.ts';

interface Leaving {
  user: { id: string; name: string; email: string };
  /** Null: a restore. */
  by: Actor | null;
  /** ISO 8601. */
  at: string;
}

/**
 * Inside the transaction that closes an account: its open enquiries are nobody's again, and the team is told. They stay so
 * when the account comes back: somebody else may have taken them over.
 */
export function handBackOpen(tx: Tx, { user, by, at }: Leaving): void {
  const freed = unassign(tx, [...indexTermsOf({ assignee: user.id }), openTerm]);
  if (freed === 0) return;
  const words = freed === 1 ? '1 enquiry' : `${freed} enquiries`;
  recordAudit(tx, { at, by, action: 'enquiries.unassigned', subject: `${words} of ${user.email}` });
  const text = `${words} of ${user.name} ${freed === 1 ? 'waits' : 'wait'} for a new person`;
  addMessage(tx, { id: `${randomUUID()}.unassigned`, kind: 'unassigned', payload: { text } }, at);
}

/** Inside a transaction: what a colleague leaves behind is nobody's, answered or not. */
export function unassignAll(tx: Pick<Db, 'update'>, userId: string): void {
  unassign(tx, indexTermsOf({ assignee: userId }));
}

/** Found by the search index, as the inbox does. @returns how many */
function unassign(tx: Pick<Db, 'update'>, terms: string[]): number {
  return tx
    .update(enquiries)
    .set({ assigneeId: null })
    .where(sql`seq in (select rowid from enquiry_search where enquiry_search match ${terms.join(' AND ')})`)
    .run().changes;
}
