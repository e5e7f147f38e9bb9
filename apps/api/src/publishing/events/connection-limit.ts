import { ProblemError } from '../../platform/http/problem-error.ts';

const retryAfterSeconds = '30';

/**
 * Limits open event streams per account and in total, so that one account cannot use up the connections of the others.
 * Every open admin window has one.
 */
export function createConnectionLimit({ maxPerAccount = 20, maxTotal = 500 } = {}) {
  const openByAccount = new Map<string, number>();
  let total = 0;

  return {
    /**
     * Counts a connection. Returns a function that releases it, once.
     *
     * @throws ProblemError 429 when the account has too many open, 503 when all accounts together have
     */
    open(accountId: string): () => void {
      const open = openByAccount.get(accountId) ?? 0;
      const headers = { 'retry-after': retryAfterSeconds };
      if (open >= maxPerAccount) {
        const detail = `You have ${maxPerAccount} admin windows open. Close one, and this window connects by itself.`;
        throw new ProblemError('rate-limited', { detail, headers });
      }
      if (total >= maxTotal) {
        const detail = 'Too many admin windows are open. Try again in half a minute.';
        throw new ProblemError('unavailable', { detail, headers });
      }
      openByAccount.set(accountId, open + 1);
      total++;
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        total--;
        const remaining = (openByAccount.get(accountId) ?? 1) - 1;
        if (remaining > 0) openByAccount.set(accountId, remaining);
        else openByAccount.delete(accountId);
      };
    },
  };
}
