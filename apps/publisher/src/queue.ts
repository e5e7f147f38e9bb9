import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs one round at a time. Any number of triggers during a round lead to exactly one further round, so that the newest
 * target is always reached and intermediate ones cost nothing.
 *
 * @param round publishes if the target has changed; resolves to the pause in ms before the next round; must not reject
 */
export function createQueue(round: () => Promise<number>) {
  const stopping = new AbortController();
  let isTriggered = false;
  let running: Promise<void> | undefined;

  async function drain(): Promise<void> {
    while (isTriggered && !stopping.signal.aborted) {
      isTriggered = false;
      const pauseMs = await round();
      if (pauseMs > 0) await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  function trigger(): void {
    isTriggered = true;
    running ??= drain().finally(() => {
      running = undefined;
      // A trigger may have arrived after the last check of `isTriggered`.
      if (isTriggered && !stopping.signal.aborted) trigger();
    });
  }

  return {
    trigger,
    /** Starts no further round; resolves when the current one has ended. */
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}
