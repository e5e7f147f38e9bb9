import { and, eq, ne } from 'drizzle-orm';
import type { Tx } from '../platform/db/client.ts';
import { sessions, type users } from '../platform/db/schema/core.ts';
import type { Session } from './require-session.ts';

type UserRow = typeof users.$inferSelect;

/** Every session of a user but the one of `by`, which goes on under the new version. */
export function endOtherSessions(tx: Tx, user: UserRow, by: Session | null): void {
  const own = by?.user._id === user.id ? by.id : '';
  tx.delete(sessions)
    .where(and(eq(sessions.userId, user.id), ne(sessions.id, own)))
    .run();
  tx.update(sessions).set({ sessionVersion: user.sessionVersion }).where(eq(sessions.id, own)).run();
}
