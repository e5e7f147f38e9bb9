import { eq } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { recordAudit } from '../platform/audit-log/audit-log.ts';
import { users } from '../platform/db/schema/core.ts';
import { afterReply } from '../platform/http/defer.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { createRateLimit } from '../platform/http/rate-limit.ts';
import { tellOwnerOfGuesses } from './account-notice.ts';

/** Wrong passwords for one account within an hour, from all networks together, before each further try is slowed down. */
export const freeFailures = 20;
const windowSeconds = 3600;
const noticeSeconds = 24 * 3600;
const slowTryMs = 1000;
/** Of all accounts together: well below `mostCallsAtOnce`, so that waiting tries never keep other calls out. */
export const maxWaitingTries = 100;

type GuessDeps = Pick<Deps, 'db' | 'log' | 'now' | 'wait'>;

/**
 * Notices slow guessing of one account from many networks, which the limits per network do not see. Nobody is locked out:
 * a try only takes longer. Addresses without an account are treated alike, so that the time of a reply tells nothing.
 */
export function createGuessLimit(deps: GuessDeps) {
  const { db, now, wait } = deps;
  const failures = createRateLimit({ name: 'login-account', tries: freeFailures, seconds: windowSeconds, db });
  const notices = createRateLimit({ name: 'login-account-notice', tries: 1, seconds: noticeSeconds, db });
  let waiting = 0;

  async function announce(emailKey: string): Promise<void> {
    const user = db.select().from(users).where(eq(users.emailKey, emailKey)).get();
    if (user?.status !== 'active' && user?.status !== 'locked') return;
    const isFirst = (await notices.count(emailKey)) === 1;
    const at = now().toISOString();
    db.transaction((tx) => {
      recordAudit(tx, { at, by: null, action: 'user.guessed', subject: user.email });
      if (isFirst) tellOwnerOfGuesses(tx, { user, failures: freeFailures, at });
    });
  }

  return {
    /**
     * Runs a try. While the account is being guessed, the result comes after a second at the earliest, also that of a
     * right password.
     *
     * @throws ProblemError 503 when too many tries wait already
     */
    async slowDown<Result>(emailKey: string, attempt: () => Promise<Result>): Promise<Result> {
      if (!(await failures.isUsedUp(emailKey))) return attempt();
      if (waiting >= maxWaitingTries) {
        throw new ProblemError('unavailable', {
          detail: 'Too many people are signing in right now. Please try again in a few seconds.',
          headers: { 'retry-after': '2' },
        });
      }
      waiting += 1;
      try {
        const [outcome] = await Promise.allSettled([attempt(), wait(slowTryMs)]);
        if (outcome.status === 'rejected') throw outcome.reason;
        return outcome.value;
      } finally {
        waiting -= 1;
      }
    },

    /** Counts a wrong password. Tells the owner and the audit log when there were too many, after the reply. */
    async countFailure(emailKey: string): Promise<void> {
      if ((await failures.count(emailKey)) !== freeFailures) return;
      void afterReply(deps, 'the owner of an account could not be told of wrong passwords', () => announce(emailKey));
    },
  };
}
