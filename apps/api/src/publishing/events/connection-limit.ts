import { ProblemError } from '../../platform/http/problem-error.ts';

/** Each open window of the admin has one stream; each stream costs a session's look-up with every change. */
const mostOfAccount = 20;
const mostInAll = 500;
/** Streams end with their windows, and all of them within ten minutes. */
const retryAfterSeconds = '30';

/** How many streams of events may be open: one account cannot take the places of the others. In memory, like the streams. */
export function createStreamSeats({ ofAccount = mostOfAccount, inAll = mostInAll } = {}) {
  const taken = new Map<string, number>();
  let all = 0;

  return {
    /**
     * @returns what gives the seat back, once
     * @throws ProblemError 429 when the account has too many open, 503 when everybody together has
     */
    take(accountId: string): () => void {
      const own = taken.get(accountId) ?? 0;
      const headers = { 'retry-after': retryAfterSeconds };
      if (own >= ofAccount) {
        const detail = `You have ${ofAccount} windows of the admin open. Close one, then this one follows by itself.`;
        throw new ProblemError('rate-limited', { detail, headers });
      }
      if (all >= inAll) {
        const detail = 'Too many windows of the admin are open right now. Please try again in half a minute.';
        throw new ProblemError('unavailable', { detail, headers });
      }
      taken.set(accountId, own + 1);
      all++;
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        all--;
        const left = (taken.get(accountId) ?? 1) - 1;
        if (left > 0) taken.set(accountId, left);
        else taken.delete(accountId);
      };
    },
  };
}
