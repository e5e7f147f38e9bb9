import { currentPasswordHeader } from '@threadline/schema/wire/current-password-header';
import { maxPasswordLength } from '@threadline/schema/wire/user';
import { eq } from 'drizzle-orm';
import type { Context, MiddlewareHandler } from 'hono';
import type { Deps } from '../context.ts';
import { sessions, users } from '../platform/db/schema/core.ts';
import { minuteMs } from '../platform/durations.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { createRateLimit } from '../platform/http/rate-limit.ts';
import { verifyPassword } from './passwords.ts';
import type { SignedIn } from './policy.ts';
import { assertSessionActive, type Session } from './sessions.ts';

const attemptsPerUser = { name: 'reauthenticate', tries: 5, seconds: 15 * 60 };
/** Time after the sign-in, or after the password was repeated, during which risky calls need no password. */
const recentMs = 5 * minuteMs;

/** Asks for the password again before risky calls: a stolen or abandoned session alone must not be enough. */
export function createRecentAuth({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const perUser = createRateLimit({ ...attemptsPerUser, db });

  /** @throws ProblemError 422 for a wrong password, 429 after too many attempts */
  async function checkPassword(session: Session, password: string): Promise<void> {
    const { user } = session;
    // Counted before the check, so that concurrent attempts cannot exceed the limit.
    await perUser.take(user._id);
    const row = db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, user._id)).get();
    if (!(await verifyPassword(row?.hash, password))) throw createRefusal('Your current password is wrong.');
    await perUser.reset(user._id);
    assertSessionActive(db, session, now());
  }

  /** As `checkPassword`, and remembers it in the session. */
  async function reauthenticate(session: Session, password: string): Promise<void> {
    await checkPassword(session, password);
    db.update(sessions).set({ reauthenticatedAt: now().toISOString() }).where(eq(sessions.id, session.id)).run();
  }

  function isRecent({ id }: Session): boolean {
    const { createdAt, reauthenticatedAt } = sessions;
    const row = db.select({ createdAt, reauthenticatedAt }).from(sessions).where(eq(sessions.id, id)).get();
    if (!row) return false;
    const ageMs = now().getTime() - Date.parse(row.reauthenticatedAt ?? row.createdAt);
    // A clock that was set back would otherwise extend the time.
    return ageMs >= 0 && ageMs <= recentMs;
  }

  /**
   * Requires a recent authentication, or the password in `X-Current-Password`.
   *
   * @throws ProblemError 403 `recent-auth-required` without a password, otherwise as `checkPassword`
   */
  async function assertRecentAuth(context: Context<SignedIn>): Promise<void> {
    const { session } = context.var;
    const password = context.req.header(currentPasswordHeader);
    if (password) return reauthenticate(session, decodePassword(password));
    if (isRecent(session)) return;
    throw new ProblemError('recent-auth-required', { detail: 'Enter your password again.' });
  }

  const requireRecentAuth: MiddlewareHandler<SignedIn> = async (context, next) => {
    await assertRecentAuth(context);
    await next();
  };

  return {
    checkPassword,
    assertRecentAuth,
    requireRecentAuth,
    /** As `assertRecentAuth`, for calls that carry the password in the body. @throws ProblemError 422 without a password */
    async checkPasswordUnlessRecent(session: Session, password: string | undefined): Promise<void> {
      if (password) return reauthenticate(session, password);
      if (!isRecent(session)) throw createRefusal('Your current password is required');
    },
  };
}

/** Decodes the percent-encoded header. Returns '' for invalid encoding, which no password matches. */
function decodePassword(encoded: string): string {
  try {
    return decodeURIComponent(encoded).slice(0, maxPasswordLength + 1);
  } catch {
    return '';
  }
}

function createRefusal(detail: string): ProblemError {
  return new ProblemError('validation-failed', { detail, errors: [{ pointer: '/currentPassword', detail }] });
}
