import type { Tx } from '../db/client.ts';
import type { jobs } from '../db/schema/core.ts';
import { minuteMs, secondMs } from '../durations.ts';

/** Rests of an order key after outages in a row, unless its handler has others. */
export const outageDelaysMs = [5 * secondMs, 15 * secondMs, minuteMs, 5 * minuteMs, 10 * minuteMs];

export type Job = Readonly<typeof jobs.$inferSelect>;

/** State of a job after an attempt, with the number of attempts that count. */
export interface JobResult {
  state: 'done' | 'pending' | 'failed';
  attempts: number;
}

export interface JobOutcome {
  /**
   * - `done`: the job is deleted.
   * - `retry`: tried again after the next delay. Other jobs of its order key go on.
   * - `failed`: no further attempt. The job is deleted, so `commit` stores the failure.
   * - `unavailable`: the mail server or endpoint accepts nothing. All jobs of the order key rest, and no attempt is counted.
   */
  state: 'done' | 'retry' | 'failed' | 'unavailable';
  /** Logged, so it must not contain personal data. */
  reason?: string;
  /** With `unavailable`: the job itself may be the cause. If it fails so again while others succeed, it counts as `retry`. */
  isSuspect?: boolean;
  /** Shortest rest of all jobs of the order key, for endpoints that ask for a pause or have a minimum interval. */
  restMs?: number;
  /** Stores the feature's part of the result in the transaction that ends the attempt. */
  commit?(tx: Tx, result: JobResult): void;
}

export interface JobHandler {
  /** Delay after the first, second, … counted attempt. After the last one the job has failed. */
  retryDelaysMs: readonly number[];
  /** Rest of the order key after the first, second, … `unavailable` in a row. The last one repeats. */
  outageDelaysMs?: readonly number[];
  /** One attempt. An error that it throws counts as `unavailable`. */
  run(job: Job): Promise<JobOutcome>;
}

/** In-memory state of the jobs that share a type and an order key. */
export interface Lane {
  type: string;
  orderKey: string;
  running?: Promise<void> | undefined;
  restUntilMs: number;
  outages: number;
  succeeded: number;
  /** Number of successes when a suspect last met an outage, by its name. */
  suspects: Map<string, number>;
}

export interface RunningJob {
  job: Job;
  lane: Lane;
  handler: JobHandler;
}

/** Decides what follows an attempt, and notes the outage or the success in the lane. */
export function decideNext({ job, lane, handler }: RunningJob, outcome: JobOutcome, atMs: number) {
  const { state, restMs = 0 } = outcome;
  const isOutage = state === 'unavailable' && !(outcome.isSuspect && isLikelyCause(lane, job));
  const attempts = job.attempts + (isOutage ? 0 : 1);
  const delayMs = isOutage ? recordOutage(lane, handler) : handler.retryDelaysMs[attempts - 1];
  if (!isOutage) {
    lane.outages = 0;
    lane.suspects.delete(job.dedupeKey);
  }
  if (state === 'done') lane.succeeded += 1;
  lane.restUntilMs = Math.max(lane.restUntilMs, atMs + Math.max(isOutage ? (delayMs ?? 0) : 0, restMs));
  if (state === 'done') return { state, attempts, delayMs: 0 };
  const isOver = state === 'failed' || delayMs === undefined;
  // After an outage the job goes behind the others: if it is the cause, they must not wait for it for ever.
  return {
    state: isOver ? ('failed' as const) : ('pending' as const),
    attempts,
    delayMs: Math.max(delayMs ?? 0, restMs),
  };
}

/** Returns how long the lane rests. */
function recordOutage(lane: Lane, { outageDelaysMs: delays = outageDelaysMs }: JobHandler): number {
  lane.outages += 1;
  return delays[Math.min(lane.outages, delays.length) - 1] ?? 0;
}

/** Returns whether a job meets an outage again although others have succeeded since its last one. */
function isLikelyCause({ suspects, succeeded }: Lane, { dedupeKey }: Job): boolean {
  const before = suspects.get(dedupeKey);
  suspects.set(dedupeKey, succeeded);
  return before !== undefined && before < succeeded;
}
