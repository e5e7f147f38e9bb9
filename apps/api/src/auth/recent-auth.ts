import { currentPasswordHeader } from '@threadline/schema/current-password-header';
import { maxPasswordLength } from '@threadline/schema/user';
import { eq } from 'drizzle-orm';
import type { Context, MiddlewareHandler } from 'hono';
import type { Deps } from '../context.ts';
import { sessions, users } from '../platform/db/schema/core.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { createRateLimit } from '../platform/http/rate-limit.ts';
import { verifyPassword } from './password.ts';
import { refuseEnded } from './refuse-ended-session.ts';
import type { Session, SignedIn } from './require-session.ts';

const windowSeconds = 15 * 60;
const tries = 5;

/** For so long after the sign-in, or after it was given again, the password counts as just given. */
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

  /** As `check`, and it holds for a while. */
  async function prove(session: Session, password: string): Promise<void> {
    await check(session, password);
    db.update(sessions).set({ reauthenticatedAt: now().toISOString() }).where(eq(sessions.id, session.id)).run();
  }

  function isFresh({ id }: Session): boolean {
    const { createdAt, reauthenticatedAt } = sessions;
    const row = db.select({ createdAt, reauthenticatedAt }).from(sessions).where(eq(sessions.id, id)).get();
    if (!row) return false;
    const ageMs = now().getTime() - Date.parse(row.reauthenticatedAt ?? row.createdAt);
    // After a clock that was set back it would hold until the clock has caught up.
    return ageMs >= 0 && ageMs <= freshMs;
  }

  /**
   * For the calls of `confirmedCalls`: a token alone must not be enough.
   *
   * @throws ProblemError 403 `recent-auth-required` without a password, otherwise as `check`
   */
  async function refuseUnconfirmed(context: Context<SignedIn>): Promise<void> {
    const { session } = context.var;
    const given = context.req.header(currentPasswordHeader);
    if (given) return prove(session, decoded(given));
    if (isFresh(session)) return;
    throw new ProblemError('recent-auth-required', { detail: 'Please give your password again.' });
  }

  const confirmed: MiddlewareHandler<SignedIn> = async (context, next) => {
    await refuseUnconfirmed(context);
    await next();
  };

  return {
    check,
    refuseUnconfirmed,
    /** The same before the whole of a call. */
    confirmed,
    /** The same, but a session in which it was just given needs no password. */
    async unlessFresh(session: Session, password: string | undefined): Promise<void> {
      if (password) return prove(session, password);
      if (isFresh(session)) return;
      throw refusal('Your current password is required');
    },
  };
}

/** What cannot be decoded is nobody's password. */
function decoded(given: string): string {
  try {
    return decodeURIComponent(given).slice(0, maxPasswordLength + 1);
  } catch {
    return '';
  }
}

function refusal(detail: string): ProblemError {
  return new ProblemError('validation-failed', { detail, errors: [{ pointer: '/currentPassword', detail }] });
}
