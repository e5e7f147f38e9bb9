import { useEffect, useRef } from 'react';
import { api } from '../../api.ts';
import { useSession } from '../../session.tsx';
import { type Failure, useFailures } from './failures.ts';

const firstPauseMs = 1000;
const longestPauseMs = 30_000;

/**
 * Sends what nobody answered as soon as the server is there again, with growing pauses between the questions; what waited
 * for a session, when there is one.
 */
export function useResume(resume: (failure: Failure) => Promise<void> | undefined): void {
  const failures = useFailures();
  const { state } = useSession();
  const waiting = Object.values(failures).filter((failure) => failure.waiting);
  const latest = useRef(waiting);
  latest.current = waiting;
  const wasExpired = useRef(false);
  if (state.status === 'expired') wasExpired.current = true;
  const mayAsk = waiting.length > 0 && state.status === 'signed-in';

  useEffect(() => {
    if (!mayAsk) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pauseMs = firstPauseMs;
    let isOver = false;

    async function tryAll() {
      clearTimeout(timer);
      const isThere = await api.anonymous.livez.$get().then(
        (reply) => reply.ok,
        () => false,
      );
      if (isThere && !isOver) for (const failure of latest.current) await resume(failure);
      if (isOver) return;
      timer = setTimeout(tryAll, pauseMs);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }

    timer = setTimeout(tryAll, wasExpired.current ? 0 : pauseMs);
    wasExpired.current = false;
    window.addEventListener('online', tryAll);
    return () => {
      isOver = true;
      clearTimeout(timer);
      window.removeEventListener('online', tryAll);
    };
  }, [mayAsk, resume]);
}
