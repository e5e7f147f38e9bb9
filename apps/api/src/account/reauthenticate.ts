import { eq } from 'drizzle-orm';
import { verifyPassword } from '../auth/password.ts';
import { refuseEnded } from '../auth/refuse-ended.ts';
import { sessions, users } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { Session } from '../http/authenticate.ts';
import { ProblemError } from '../http/problem-error.ts';
import { createRateLimit } from '../http/rate-limit.ts';

const windowSeconds = 15 * 60;
const tries = 5;

/** For so long after the sign-in the password counts as just given. */
const freshMs = 5 * 60_000;

/** Asks for the password once more before a change that would lock the owner out of a session somebody else took over. */
export function createReauthentication({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const perUser = createRateLimit({ name: 'reauthenticate', tries, seconds: windowSeconds, db });

  /** @throws ProblemError 422 for a wrong password, 429 after too many */
  async function check(session: Session, password: string): Promise<void> {
    const { user } = session;
    // Counted before the check: tries sent at the same moment must not slip through together.
    await perUser.take(user._id);
    const row = db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, user._id)).get();
    if (!(await verifyPassword(row?.hash, password))) throw refusal('Your current password is wrong.');
    await perUser.reset(user._id);
    // The check of a password takes a while.
    refuseEnded(db, session);
  }

  return {
    check,
    /** The same, but a session that has just begun needs no password. */
    async unlessFresh(session: Session, password: string | undefined): Promise<void> {
      if (password) return check(session, password);
      const row = db.select({ since: sessions.createdAt }).from(sessions).where(eq(sessions.id, session.id)).get();
      if (row && now().getTime() - Date.parse(row.since) <= freshMs) return;
      throw refusal('Your current password is required');
    },
  };
}

function refusal(detail: string): ProblemError {
  return new ProblemError('validation-failed', { detail, errors: [{ pointer: '/currentPassword', detail }] });
}
