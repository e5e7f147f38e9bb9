import { eq, sql } from 'drizzle-orm';
import { users } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { ProblemError } from '../http/problem-error.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import { emailKeyOf } from '../users/user.ts';
import { verifyPassword } from './password.ts';
import type { Grant, Sessions } from './sessions.ts';

const windowSeconds = 15 * 60;
/** Wrong passwords for one account from one network. Other networks are not locked out by it. */
const triesPerAccount = 5;
/** Wrong passwords from one network, whatever the account. */
const triesPerNetwork = 50;

interface Attempt {
  email: string;
  password: string;
  /** See `networkOf`. */
  network: string;
  userAgent: string | undefined;
}

/**
 * Sign-in with a password.
 *
 * @returns a function that throws ProblemError 401 (the same for an unknown address and a wrong password), 429, or 503
 */
export function createLogin({ db }: Pick<Deps, 'db'>, sessions: Sessions) {
  const perAccount = createRateLimit({ name: 'login', tries: triesPerAccount, seconds: windowSeconds, db });
  const perNetwork = createRateLimit({ name: 'login-network', tries: triesPerNetwork, seconds: windowSeconds, db });
  const userByEmail = db
    .select()
    .from(users)
    .where(eq(users.emailKey, sql.placeholder('emailKey')))
    .prepare();

  return async ({ email, password, network, userAgent }: Attempt): Promise<Grant> => {
    const emailKey = emailKeyOf(email);
    const account = `${network} ${emailKey}`;
    // Counted before the check, not after it: tries sent at the same moment must not slip through together.
    await perNetwork.take(network);
    await perAccount.take(account);
    const user = userByEmail.get({ emailKey });
    const matches = await verifyPassword(user?.passwordHash, password).catch(async (error) => {
      // Turned away because too many sign in at once: that says nothing about the password.
      await Promise.all([perNetwork.giveBack(network), perAccount.giveBack(account)]);
      throw error;
    });
    const grant = user && matches ? await sessions.begin(user, userAgent) : undefined;
    if (!grant) throw new ProblemError('unauthenticated', { detail: 'The email or the password is wrong.' });
    await perNetwork.giveBack(network);
    await perAccount.reset(account);
    return grant;
  };
}
