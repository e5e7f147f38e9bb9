import type { Db } from './db/client.ts';
import { retentionRuns } from './db/schema/privacy.ts';
import { dayMs } from './durations.ts';

/** Looks are an hour apart. A server that rests over a weekend is no reason to wait; a clock that is wrong mostly is by more. */
const longestGapDays = 3;
/** The clock counts as correct after this time without a gap or jump. */
export const steadyDays = 7;

interface Look {
  /** Whether the time may be trusted to say what is over. */
  isSteady: boolean;
  /** Days since the look before, when they are too many or fewer than none. */
  gapDays?: number;
}

/**
 * Notes a look of the retention. A clock that jumped and a server that was stopped look the same from here, so after either
 * nothing is erased by time for a week in which the looks follow each other. Inside a transaction.
 */
export function noteLook(tx: Pick<Db, 'insert' | 'select'>, now: Date): Look {
  const before = tx.select().from(retentionRuns).get();
  const at = now.toISOString();
  const gapMs = before ? now.getTime() - Date.parse(before.lastRunAt) : 0;
  const isGap = gapMs < 0 || gapMs > longestGapDays * dayMs;
  const clockTrustedSince = before && !isGap ? before.clockTrustedSince : at;
  const values = { lastRunAt: at, clockTrustedSince };
  tx.insert(retentionRuns)
    .values({ id: 1, ...values })
    .onConflictDoUpdate({ target: retentionRuns.id, set: values })
    .run();
  const isSteady = now.getTime() - Date.parse(clockTrustedSince) >= steadyDays * dayMs;
  return isGap ? { isSteady, gapDays: Math.round(gapMs / dayMs) } : { isSteady };
}

/** Before that moment nothing is erased by time. */
export function steadyFrom(db: Pick<Db, 'select'>): string {
  const look = db.select().from(retentionRuns).get();
  return look ? new Date(Date.parse(look.clockTrustedSince) + steadyDays * dayMs).toISOString() : '';
}
