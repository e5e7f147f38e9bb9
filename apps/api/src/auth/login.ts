import type { UserStatus } from '@threadline/schema/user';
import { eq, sql } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { users } from '../platform/db/schema/core.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { createRateLimit } from '../platform/http/rate-limit.ts';
import { createGuessLimit } from './guess-limit.ts';
import { verifyPassword } from './password.ts';
import { createFactorCheck, type GivenFactor } from './second-factor-check.ts';
import type { Grant, Sessions } from './sessions.ts';
import { emailKeyOf } from './user-row.ts';

const windowSeconds = 15 * 60;
/** Wrong passwords for one account from one network. Other networks are not locked out by it. */
const triesPerAccount = 5;
/** Wrong passwords from one network, whatever the account. */
const triesPerNetwork = 50;

const wrongCredentials = 'The email or the password is wrong.';

interface Attempt extends GivenFactor {
  email: string;
  password: string;
  /** See `networkOf`. */
  network: string;
  userAgent: string | undefined;
}

/** Shared by all ways to sign in. */
export function triesOfNetwork({ db }: Pick<Deps, 'db'>) {
  return createRateLimit({ name: 'login-network', tries: triesPerNetwork, seconds: windowSeconds, db });
}

/** Told only to whoever knows the password or has the passkey: to all others a closed account looks like none. */
export function refuseClosed(status: UserStatus): void {
  if (status === 'disabled') {
    throw new ProblemError('forbidden', { detail: 'This account is disabled. Ask a super admin to enable it.' });
  }
  if (status === 'locked') {
    const detail = 'This account is locked after too many wrong codes. Choose a new password, or ask a super admin.';
    throw new ProblemError('forbidden', { detail });
  }
}

/**
 * Sign-in with a password. The caller has counted the try for its network (`triesOfNetwork`).
 *
 * @returns a function that throws ProblemError 401 (the same for an unknown address and a wrong password;
 *   `second-factor-required` when only the code is missing or wrong), 403 for an
 *   account that is closed, 429, or 503
 */
export function createLogin(
  deps: Pick<Deps, 'config' | 'db' | 'log' | 'now' | 'secrets' | 'wait'>,
  sessions: Sessions,
) {
  const { db } = deps;
  const secondFactor = createFactorCheck(deps);
  const perAccount = createRateLimit({ name: 'login', tries: triesPerAccount, seconds: windowSeconds, db });
  const perNetwork = triesOfNetwork(deps);
  const guesses = createGuessLimit(deps);
  const userByEmail = db
    .select()
    .from(users)
    .where(eq(users.emailKey, sql.placeholder('emailKey')))
    .prepare();

  async function signIn({ email, password, network, userAgent, ...factor }: Attempt): Promise<Grant> {
    const emailKey = emailKeyOf(email);
    const account = `${network} ${emailKey}`;
    const user = userByEmail.get({ emailKey });
    const matches = await verifyPassword(user?.passwordHash || undefined, password).catch(async (error) => {
      // Turned away because too many sign in at once: that says nothing about the password.
      await Promise.all([perNetwork.giveBack(network), perAccount.giveBack(account)]);
      throw error;
    });
    if (!user || !matches) {
      await guesses.countFailure(emailKey);
      throw new ProblemError('unauthenticated', { detail: wrongCredentials });
    }
    refuseClosed(user.status);
    // The password was right: only a wrong second factor counts as a failed try.
    const isSecondStep = factor.code !== undefined || factor.passkey !== undefined;
    if (!isSecondStep) await Promise.all([perAccount.reset(account), perNetwork.giveBack(network)]);
    await secondFactor.check(user, factor);
    const grant = await sessions.begin(user, userAgent);
    if (!grant) throw new ProblemError('unauthenticated', { detail: wrongCredentials });
    if (isSecondStep) await Promise.all([perAccount.reset(account), perNetwork.giveBack(network)]);
    return grant;
  }

  return async (attempt: Attempt): Promise<Grant> => {
    const emailKey = emailKeyOf(attempt.email);
    // Counted before the check, not after it: tries sent at the same moment must not slip through together.
    await perAccount.take(`${attempt.network} ${emailKey}`);
    return guesses.slowDown(emailKey, () => signIn(attempt));
  };
}
