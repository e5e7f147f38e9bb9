import { eq } from 'drizzle-orm';
import { verifyPassword } from '../auth/password.ts';
import { users } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { Session } from '../http/authenticate.ts';
import { ProblemError } from '../http/problem-error.ts';
import { createRateLimit } from '../http/rate-limit.ts';

const windowSeconds = 15 * 60;
const tries = 5;

/**
 * Asks for the password once more before a change that would lock the owner out of a session somebody else took over.
 *
 * @returns a function that throws ProblemError 422 for a wrong password, 429 after too many
 */
export function createReauthentication({ db }: Pick<Deps, 'db'>) {
  const perUser = createRateLimit({ name: 'reauthenticate', tries, seconds: windowSeconds, db });

  return async ({ user }: Session, password: string): Promise<void> => {
    // Counted before the check: tries sent at the same moment must not slip through together.
    await perUser.take(user._id);
    const row = db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, user._id)).get();
    if (!(await verifyPassword(row?.hash, password))) {
      const detail = 'Your current password is wrong.';
      throw new ProblemError('validation-failed', { detail, errors: [{ pointer: '/currentPassword', detail }] });
    }
    await perUser.reset(user._id);
  };
}
