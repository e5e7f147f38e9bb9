import type { Deps } from '../context.ts';
import { recordAudit } from '../platform/audit-log/audit-log.ts';
import { runAfterReply } from '../platform/http/defer.ts';
import { createRateLimit } from '../platform/http/rate-limit.ts';
import { notifyOwnerOfFailures } from './account-notices.ts';
import { findUserByEmail } from './user-record.ts';

/** Wrong passwords for one account within an hour, from all networks together, before further attempts are delayed. */
export const maxFreeFailures = 20;
const windowSeconds = 3600;
const noticeSeconds = 24 * 3600;
const delayMs = 1000;

/**
 * Slows down the guessing of one account from many networks, which the limits per network cannot see. Nothing is locked: an
 * attempt only takes longer. Unknown addresses are treated alike, so that the time of a reply reveals nothing.
 */
export function createGuessLimit(deps: Pick<Deps, 'db' | 'log' | 'now' | 'wait'>) {
  const { db, now, wait } = deps;
  const failures = createRateLimit({ name: 'login-account', tries: maxFreeFailures, seconds: windowSeconds, db });
  const notices = createRateLimit({ name: 'login-account-notice', tries: 1, seconds: noticeSeconds, db });

  async function notifyOwner(emailKey: string): Promise<void> {
    const user = findUserByEmail(db, emailKey);
    if (user?.status !== 'active' && user?.status !== 'locked') return;
    const isFirst = (await notices.count(emailKey)) === 1;
    const at = now().toISOString();
    db.transaction((tx) => {
      recordAudit(tx, { at, by: null, action: 'user.guessed', subject: user.email });
      if (isFirst) notifyOwnerOfFailures(tx, { user, failures: maxFreeFailures, at });
    });
  }

  return {
    /** Runs an attempt. While the account is being guessed, it takes at least a second, also with the correct password. */
    async slowDown<Result>(emailKey: string, attempt: () => Promise<Result>): Promise<Result> {
      if (!(await failures.isUsedUp(emailKey))) return attempt();
      const [outcome] = await Promise.allSettled([attempt(), wait(delayMs)]);
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    },

    /** Counts a wrong password. At the limit it notifies the owner and the audit log, after the reply. */
    async countFailure(emailKey: string): Promise<void> {
      if ((await failures.count(emailKey)) !== maxFreeFailures) return;
      void runAfterReply(deps, 'the owner of an account was not notified of wrong passwords', () =>
        notifyOwner(emailKey),
      );
    },
  };
}
