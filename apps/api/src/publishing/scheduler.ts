import type { Deps } from '../context.ts';
import type { Review } from './review.ts';
import type { Publishing } from './service.ts';

/** Longest time without a look: also finds a time that came because the clock was changed. */
const longestSleepMs = 60_000;
const shortestSleepMs = 50;
const afterFailureMs = 5000;

/** Looks after the scheduled publish: at its time, at the start, and whenever the schedule changes. */
export function createScheduler({ log, now }: Pick<Deps, 'log' | 'now'>, publishing: Publishing, review: Review) {
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    clearTimeout(timer);
    timer = setTimeout(look, publishAndWait());
    timer.unref();
  }

  /** @returns ms until the next look */
  function publishAndWait(): number {
    try {
      review.publishDue();
      const { scheduledAt } = publishing.state();
      const untilThen = scheduledAt ? Date.parse(scheduledAt) - now().getTime() : longestSleepMs;
      return Math.min(longestSleepMs, Math.max(shortestSleepMs, untilThen));
    } catch (error) {
      log.error({ err: error }, 'the scheduled publish did not work');
      return afterFailureMs;
    }
  }

  const onStatus = () => {
    if (publishing.state().scheduledAt) queueMicrotask(look);
  };
  return {
    start(): void {
      publishing.events.on('status', onStatus);
      look();
    },
    stop(): void {
      publishing.events.off('status', onStatus);
      clearTimeout(timer);
    },
  };
}
