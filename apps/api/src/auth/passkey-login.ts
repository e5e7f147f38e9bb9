import type { PasskeyAssertion, PasskeyRequestOptions } from '@threadline/schema/passkey';
import type { Deps } from '../context.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { createRateLimit } from '../platform/http/rate-limit.ts';
import { refuseClosed, triesOfNetwork } from './login.ts';
import { challengeIn } from './passkey-challenges.ts';
import { createPasskeyCheck } from './passkey-check.ts';
import { relyingParty } from './relying-party.ts';
import { lateWords } from './second-factor-check.ts';
import type { Grant, Sessions } from './sessions.ts';

/** Each question is a row: enough for an office, too few to fill a disk. */
const questionsPerNetwork = { name: 'passkey-options', tries: 100, seconds: 15 * 60 };

interface PasskeySource {
  network: string;
  userAgent: string | undefined;
  /** What this browser has asked last. */
  challenge: string | undefined;
}

/** Sign-in with nothing but a passkey: to have it and to open it are two factors already. */
export function createPasskeyLogin(deps: Pick<Deps, 'config' | 'db' | 'log' | 'now'>, sessions: Sessions) {
  const check = createPasskeyCheck(deps);
  const { isPossible } = relyingParty(deps.config);
  const questions = createRateLimit({ ...questionsPerNetwork, db: deps.db });
  const perNetwork = triesOfNetwork(deps);

  return {
    /** @throws ProblemError 404 where browsers take no passkeys, 429 */
    async ask(network: string, challenge: string): Promise<PasskeyRequestOptions> {
      await questions.take(network);
      const request = isPossible ? check.ask(null, challenge) : undefined;
      if (!request) throw new ProblemError('not-found', { detail: 'This site cannot be signed in to with a passkey.' });
      return request;
    },

    /**
     * The caller has counted the try for its network.
     *
     * @throws ProblemError 401 for whatever is wrong with the answer, 403 for an account that is closed
     */
    async signIn(answer: PasskeyAssertion, from: PasskeySource): Promise<Grant> {
      const isOfBrowser = challengeIn(answer.response.clientDataJSON) === from.challenge;
      const user = isOfBrowser ? await check.check(answer, null) : 'late';
      const refused = (detail = 'This passkey does not open an account here.') =>
        new ProblemError('unauthenticated', { detail });
      if (user === 'late') throw refused(lateWords);
      if (user === 'wrong') throw refused();
      await perNetwork.giveBack(from.network);
      refuseClosed(user.status);
      const grant = await sessions.begin(user, from.userAgent, 'user.signed-in-with-passkey');
      if (!grant) throw refused();
      return grant;
    },
  };
}
