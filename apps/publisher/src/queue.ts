import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs one round at a time. Any number of kicks during a round lead to exactly one further round, so the last wish
 * always gets its turn and the ones between cost nothing.
 *
 * @param round does what is missing; resolves with the pause in ms that has to pass before the next round; must not reject
 */
export function createQueue(round: () => Promise<number>) {
  const stopping = new AbortController();
  let wanted = false;
  let running: Promise<void> | undefined;

  async function drain(): Promise<void> {
    while (wanted && !stopping.signal.aborted) {
      wanted = false;
      const pauseMs = await round();
      if (pauseMs > 0) await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  function kick(): void {
    wanted = true;
    running ??= drain().finally(() => {
      running = undefined;
      // A kick may have come after the last look at `wanted`.
      if (wanted && !stopping.signal.aborted) kick();
    });
  }

  return {
    kick,
    /** Starts no further round; resolves when the current one has ended. */
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}
