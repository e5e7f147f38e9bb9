import type { PasskeyAssertion, PasskeyRequestOptions } from '@threadline/schema/wire/passkey';
import type { UserStatus } from '@threadline/schema/wire/user';
import type { Deps } from '../context.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { createRateLimit } from '../platform/http/rate-limit.ts';
import { createGuessLimit } from './guess-limit.ts';
import { createPasskeyAssertions, expiredChallengeDetail } from './passkey-assertions.ts';
import { getRelyingParty, readChallenge } from './passkey-challenges.ts';
import { verifyPassword } from './passwords.ts';
import { createSecondFactorCheck, type GivenFactor } from './second-factor-check.ts';
import type { Grant, Sessions } from './sessions.ts';
import { findUserByEmail, toEmailKey } from './user-record.ts';

const windowSeconds = 15 * 60;
/** Wrong passwords for one account from one network. Other networks can still sign in. */
const attemptsPerAccount = { name: 'login', tries: 5, seconds: windowSeconds };
/** Failed attempts from one network, for all accounts and all ways to sign in. */
const attemptsPerNetwork = { name: 'login-network', tries: 50, seconds: windowSeconds };
/** Each challenge is a row: enough for an office, too few to fill a disk. */
const challengesPerNetwork = { name: 'passkey-options', tries: 100, seconds: windowSeconds };

interface Origin {
  /** See `getNetwork`. */
  network: string;
  userAgent: string | undefined;
}

interface PasswordAttempt extends GivenFactor, Origin {
  email: string;
  password: string;
}

interface PasskeyAttempt extends Origin {
  passkey: PasskeyAssertion;
  /** The last challenge of this browser. */
  challenge: string | undefined;
}

/**
 * Signs users in with a password or a passkey. All methods throw ProblemError: 401, the same for an unknown address and a wrong
 * password; 403 for a closed account; 429; 503.
 */
export function createLogin(
  deps: Pick<Deps, 'config' | 'db' | 'log' | 'now' | 'secrets' | 'wait'>,
  sessions: Sessions,
) {
  const { db } = deps;
  const perAccount = createRateLimit({ ...attemptsPerAccount, db });
  const perNetwork = createRateLimit({ ...attemptsPerNetwork, db });
  const challenges = createRateLimit({ ...challengesPerNetwork, db });
  const guesses = createGuessLimit(deps);
  const assertions = createPasskeyAssertions(deps);
  const checkSecondFactor = createSecondFactorCheck(deps);
  const { isSupported } = getRelyingParty(deps.config);

  async function checkPassword({ email, password, network, userAgent, ...factor }: PasswordAttempt): Promise<Grant> {
    const emailKey = toEmailKey(email);
    const account = `${network} ${emailKey}`;
    const clearFailures = () => Promise.all([perAccount.reset(account), perNetwork.refund(network)]);
    const user = findUserByEmail(db, email);
    const matches = await verifyPassword(user?.passwordHash || undefined, password).catch(async (error) => {
      // The queue of hashes was full: that says nothing about the password.
      await Promise.all([perAccount.refund(account), perNetwork.refund(network)]);
      throw error;
    });
    if (!user || !matches) {
      await guesses.countFailure(emailKey);
      throw createWrongCredentials();
    }
    assertOpen(user.status);
    // The password was correct: only a wrong second factor counts as a failed attempt.
    const isSecondStep = factor.code !== undefined || factor.passkey !== undefined;
    if (!isSecondStep) await clearFailures();
    await checkSecondFactor(user, factor);
    const grant = await sessions.begin(user, userAgent);
    if (!grant) throw createWrongCredentials();
    if (isSecondStep) await clearFailures();
    return grant;
  }

  return {
    /** Counts an attempt for its network. Called before the body is read, so that invalid input counts, too. */
    countAttempt: (network: string): Promise<void> => perNetwork.take(network),

    /** @throws also ProblemError 401 `second-factor-required` if the password is correct and the second factor is not */
    async withPassword(attempt: PasswordAttempt): Promise<Grant> {
      const emailKey = toEmailKey(attempt.email);
      // Counted before the check, so that concurrent attempts cannot exceed the limit.
      await perAccount.take(`${attempt.network} ${emailKey}`);
      return guesses.slowDown(emailKey, () => checkPassword(attempt));
    },

    /** Returns request options for any passkey of this site. @throws ProblemError 404 where browsers support no passkeys */
    async createPasskeyOptions(network: string, challenge: string): Promise<PasskeyRequestOptions> {
      await challenges.take(network);
      const options = isSupported ? assertions.createOptions(null, challenge) : undefined;
      if (!options)
        throw new ProblemError('not-found', {
          detail: 'Passkeys do not work on this site. Sign in with your password.',
        });
      return options;
    },

    /** Signs in with a passkey alone: possession of the device and unlocking it are two factors already. */
    async withPasskey({ passkey, challenge, network, userAgent }: PasskeyAttempt): Promise<Grant> {
      const isFromBrowser = readChallenge(passkey.response.clientDataJSON) === challenge;
      const user = isFromBrowser ? await assertions.verify(passkey, null) : 'expired';
      if (user === 'expired') throw new ProblemError('unauthenticated', { detail: expiredChallengeDetail });
      if (user === 'wrong') throw createUnknownPasskey();
      await perNetwork.refund(network);
      assertOpen(user.status);
      const grant = await sessions.begin(user, userAgent, 'user.signed-in-with-passkey');
      if (!grant) throw createUnknownPasskey();
      return grant;
    },
  };
}

function createWrongCredentials(): ProblemError {
  return new ProblemError('unauthenticated', { detail: 'Incorrect email or password.' });
}

function createUnknownPasskey(): ProblemError {
  return new ProblemError('unauthenticated', { detail: 'This passkey does not belong to an account of this site.' });
}

/** Runs after the password or passkey was verified: to everyone else a closed account looks like none. */
function assertOpen(status: UserStatus): void {
  if (status === 'disabled') {
    throw new ProblemError('forbidden', { detail: 'This account is disabled. Ask a super admin to enable it.' });
  }
  if (status === 'locked') {
    const detail = 'This account is locked after too many wrong codes. Choose a new password, or ask a super admin.';
    throw new ProblemError('forbidden', { detail });
  }
}
