import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { describeError } from '../publish-failure.ts';

const firstPauseMs = 50;
const maxPauseMs = 15_000;

/** Sends the newest value, one request at a time. A failed request is repeated until it or a newer one is accepted. */
export function createReporter<Value>(send: (value: Value) => Promise<void>, log: Logger) {
  const stopping = new AbortController();
  let next: { value: Value } | undefined;
  let isSending = false;

  async function drain(): Promise<void> {
    for (let pauseMs = firstPauseMs; next && !stopping.signal.aborted; ) {
      const sent = next;
      try {
        await send(sent.value);
        pauseMs = firstPauseMs;
        if (next === sent) next = undefined;
      } catch (error) {
        log.debug({ reason: describeError(error) }, 'a report to the API failed');
        await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
        pauseMs = Math.min(2 * pauseMs, maxPauseMs);
      }
    }
    isSending = false;
  }

  return {
    report(value: Value): void {
      next = { value };
      if (isSending) return;
      isSending = true;
      void drain();
    },
    /** Forgets a value that was not accepted yet. */
    cancel(): void {
      next = undefined;
    },
    stop: () => stopping.abort(),
  };
}
