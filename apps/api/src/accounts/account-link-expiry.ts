import type { AccountLinkKind } from '@threadline/schema/account-link';
import { eq } from 'drizzle-orm';
import type { Db } from '../platform/db/client.ts';
import { accountLinks } from '../platform/db/schema/accounts.ts';
import { users } from '../platform/db/schema/core.ts';
import { hourMs, minuteMs } from '../platform/durations.ts';

/** From the moment its message is handed over. */
const lifeMs: Record<AccountLinkKind, number> = { invitation: 72 * hourMs, 'password-reset': 30 * minuteMs };
/** From the moment a link is made, however long its message waits and however often it is sent. */
const longestMs: Record<AccountLinkKind, number> = { invitation: 72 * hourMs, 'password-reset': 6 * hourMs };

/** No link is of any use for longer. */
export const longestLinkMs = Math.max(...Object.values(longestMs));

/** @param from and the result: ISO 8601 */
export function endOfLink(kind: AccountLinkKind, from: string, createdAt = from): string {
  const end = Math.min(Date.parse(from) + lifeMs[kind], Date.parse(createdAt) + longestMs[kind]);
  return new Date(end).toISOString();
}

/**
 * The life of a link begins when its message is handed over: while the mail server was down nobody had it. Only the first
 * time: to send a message again revives nothing. Inside the transaction of the message's new state.
 */
export function startAccountLink(tx: Pick<Db, 'select' | 'update'>, id: string, at: string): void {
  const link = tx.select().from(accountLinks).where(eq(accountLinks.id, id)).get();
  if (!link) return;
  const expiresAt = endOfLink(link.kind, at, link.createdAt);
  tx.update(accountLinks).set({ expiresAt }).where(eq(accountLinks.id, id)).run();
}

/**
 * Nobody should get a message whose link opens nothing, and nobody but the owner of the account one that opens it: the
 * address may have changed while the message waited.
 *
 * @param sentAt when the message was handed over before, if it was
 * @throws Error in words for the list of messages
 */
export function refuseExpiredLink(
  db: Pick<Db, 'select'>,
  id: string,
  { recipient, sentAt, now }: { recipient: string; sentAt: string | null; now: Date },
): void {
  const link = db.select().from(accountLinks).where(eq(accountLinks.id, id)).get();
  if (!link) throw new Error('Its link was used, replaced or withdrawn. Make a new one.');
  const owner = db.select({ email: users.email }).from(users).where(eq(users.id, link.userId)).get();
  if (owner?.email !== recipient) throw new Error('It is not addressed to the owner of the account. Make a new one.');
  const endMs = sentAt ? Date.parse(link.expiresAt) : Date.parse(link.createdAt) + longestMs[link.kind];
  if (endMs <= now.getTime()) throw new Error('Its link is too old. Make a new one.');
}
