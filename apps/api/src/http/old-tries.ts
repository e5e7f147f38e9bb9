import { lt } from 'drizzle-orm';
import { rateLimits } from '../db/schema.ts';
import type { Deps } from '../deps.ts';

const hourMs = 3_600_000;

/** Removes the tries that no limit counts any more. */
export function forgetOldTries({ db, now }: Pick<Deps, 'db' | 'now'>): void {
  db.delete(rateLimits).where(lt(rateLimits.expire, now().getTime())).run();
}

/**
 * Does so every hour. The library's own timer would do it for each limit apart, and end the process on a full disk.
 *
 * @returns what stops it
 */
export function scheduleForgetting(deps: Pick<Deps, 'db' | 'now' | 'log'>): () => void {
  const look = () => {
    try {
      forgetOldTries(deps);
    } catch (error) {
      deps.log.error({ err: error }, 'old tries could not be removed');
    }
  };
  look();
  const again = setInterval(look, hourMs).unref();
  return () => clearInterval(again);
}
