import type { Deps } from '../context.ts';
import { hourMs } from '../platform/durations.ts';
import type { Eraser } from './erase.ts';

const restMs = 200;

/** Erases what is due, a little at a time, every hour. */
export function startRetention({ log }: Pick<Deps, 'log'>, eraser: Eraser): { stop(): void } {
  let timer: NodeJS.Timeout;
  const run = (): void => {
    let isMore = false;
    try {
      isMore = eraser.sweep();
    } catch (error) {
      log.error({ err: error }, 'what is due cannot be erased');
    }
    timer = setTimeout(run, isMore ? restMs : hourMs);
    timer.unref();
  };
  timer = setTimeout(run, restMs);
  timer.unref();
  return { stop: () => clearTimeout(timer) };
}
