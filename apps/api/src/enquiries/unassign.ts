import { randomUUID } from 'node:crypto';
import { openStatuses } from '@threadline/schema/wire/enquiry-status';
import { and, eq, inArray } from 'drizzle-orm';
import { type Actor, recordAudit } from '../platform/audit-log/audit-log.ts';
import type { Db, Tx } from '../platform/db/client.ts';
import { enquiries } from '../platform/db/schema/enquiries.ts';
import { addMessage } from '../platform/outbox/outbox.ts';

interface ClosedAccount {
  user: { id: string; name: string; email: string };
  /** Null for a restore. */
  by: Actor | null;
  /** ISO 8601. */
  at: string;
}

/**
 * Unassigns the open enquiries of a user in the transaction that disables or deletes the account, and notifies the team.
 * They stay unassigned when the account is restored, because others may have taken them over.
 */
export function unassignOpenEnquiries(tx: Tx, { user, by, at }: ClosedAccount): void {
  const open = and(eq(enquiries.assigneeId, user.id), inArray(enquiries.status, openStatuses));
  const { changes } = tx.update(enquiries).set({ assigneeId: null }).where(open).run();
  if (changes === 0) return;
  const count = changes === 1 ? '1 enquiry' : `${changes} enquiries`;
  recordAudit(tx, { at, by, action: 'enquiries.unassigned', subject: `${count} of ${user.email}` });
  const text = `${count} of ${user.name} ${changes === 1 ? 'needs' : 'need'} a new person to reply`;
  addMessage(tx, { id: `${randomUUID()}.unassigned`, kind: 'unassigned', payload: { text } }, at);
}

/** Unassigns all enquiries of a user, answered ones included. Called inside a transaction. */
export function unassignAllEnquiries(tx: Pick<Db, 'update'>, userId: string): void {
  tx.update(enquiries).set({ assigneeId: null }).where(eq(enquiries.assigneeId, userId)).run();
}
