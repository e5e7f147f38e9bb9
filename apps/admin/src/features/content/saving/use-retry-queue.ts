import { useEffect, useRef } from 'react';
import { api } from '../../../api/client.ts';
import { useSession } from '../../../session.tsx';
import { type Failure, useFailures } from './save-queue.ts';

const firstPauseMs = 1000;
const maxPauseMs = 30_000;

/**
 * Retries the pending saves of the signed-in user as soon as the server answers again, with growing pauses between the
 * tries; those that waited for a session, when there is one. One try runs at a time, whatever starts it.
 *
 * @param resume sends these saves; `signal` is aborted when the session or the user changes
 */
export function useResume(resume: (pending: readonly Failure[], signal: AbortSignal) => Promise<void>): void {
  const failures = useFailures();
  const { state } = useSession();
  const pending = Object.values(failures).filter((failure) => failure.waiting);
  const latest = useRef(pending);
  latest.current = pending;
  const wasExpired = useRef(false);
  if (state.status === 'expired') wasExpired.current = true;
  const userId = pending.length > 0 && state.status === 'signed-in' ? state.user._id : undefined;

  useEffect(() => {
    if (userId === undefined) return;
    const ended = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pauseMs = firstPauseMs;
    let isTrying = false;

    async function retry() {
      if (isTrying) return;
      isTrying = true;
      clearTimeout(timer);
      try {
        const isThere = await api.anonymous.livez.$get().then(
          (reply) => reply.ok,
          () => false,
        );
        if (isThere && !ended.signal.aborted) await resume(latest.current, ended.signal);
      } finally {
        isTrying = false;
      }
      if (ended.signal.aborted) return;
      timer = setTimeout(retry, pauseMs);
      pauseMs = Math.min(pauseMs * 2, maxPauseMs);
    }

    timer = setTimeout(retry, wasExpired.current ? 0 : pauseMs);
    wasExpired.current = false;
    window.addEventListener('online', retry);
    return () => {
      ended.abort();
      clearTimeout(timer);
      window.removeEventListener('online', retry);
    };
  }, [userId, resume]);
}
