import { and, eq } from 'drizzle-orm';
import type { Db } from '../platform/db/client.ts';
import { sessions, users } from '../platform/db/schema/core.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import type { Session } from './require-session.ts';

/**
 * Asks for the session once more, after something was awaited: a body, the hash of a password, another transaction. The
 * caller may have been signed out, disabled or given another role meanwhile.
 *
 * @throws ProblemError 401
 */
export function refuseEnded(db: Pick<Db, 'select'>, { id, user }: Session): void {
  const row = db
    .select({ role: users.role })
    .from(sessions)
    .innerJoin(users, and(eq(sessions.userId, users.id), eq(sessions.sessionVersion, users.sessionVersion)))
    .where(and(eq(sessions.id, id), eq(users.status, 'active')))
    .get();
  if (row?.role !== user.role) throw endedSession();
}

/** What an ended session is answered. */
export function endedSession(): ProblemError {
  return new ProblemError('unauthenticated', {
    detail: 'Your session has ended. Please sign in again.',
    headers: { 'www-authenticate': 'Bearer' },
  });
}
