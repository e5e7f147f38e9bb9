import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises';
import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../../context.ts';
import type { Db } from '../db/client.ts';
import { prepareOnce } from '../db/prepare-once.ts';
import { jobs } from '../db/schema/core.ts';
import { dayMs, minuteMs } from '../durations.ts';
import {
  decideNext,
  type Job,
  type JobHandler,
  type JobOutcome,
  type Lane,
  outageDelaysMs,
  type RunningJob,
} from './retry-policy.ts';

/** Longest delay before an attempt. A later time was set by a clock that was ahead, and is pulled back. */
const maxDelayMs = dayMs;
/** Time between two looks at the table, for jobs that another process or a transaction without `wake` has added. */
const maxSleepMs = minuteMs;
const maxStopMs = 1500;

export interface NewJob {
  /** Name of the handler. */
  type: string;
  /** Names the job within its type. Enqueued again, it replaces the job of that name. The log shows it. */
  dedupeKey: string;
  /** Jobs of a type that share this key run one at a time, in the order of their due times. Other keys do not wait for them. */
  orderKey: string;
}

const upsertJob = prepareOnce((db) => {
  const values = { orderKey: sql.placeholder('orderKey'), attempts: 0, runAt: sql.placeholder('at') };
  return db
    .insert(jobs)
    .values({ type: sql.placeholder('type'), dedupeKey: sql.placeholder('dedupeKey'), ...values, generation: 1 })
    .onConflictDoUpdate({
      target: [jobs.type, jobs.dedupeKey],
      set: {
        orderKey: sql`excluded.order_key`,
        attempts: 0,
        runAt: sql`excluded.run_at`,
        generation: sql`${jobs.generation} + 1`,
      },
    })
    .prepare();
});

/** Adds a job inside the transaction of the change that causes it. Call `wake` after the transaction. */
export function enqueueJob(tx: Pick<Db, 'insert'>, job: NewJob, at: string): void {
  upsertJob(tx).run({ ...job, at });
}

/**
 * Runs durable jobs. Everything that must survive is in the table, so the process may end at any moment; a job that was
 * interrupted runs again, so its effect has to be idempotent.
 *
 * A feature uses it in three steps:
 *
 * ```ts
 * queue.register('webhook', { retryDelaysMs, run: (job) => deliver(job) }); // when the services are created
 * enqueueJob(tx, { type: 'webhook', dedupeKey: endpoint, orderKey: endpoint }, at); // with the change
 * queue.wake('webhook', endpoint); // after the transaction
 * ```
 */
export function createJobQueue({ db, log, now }: Pick<Deps, 'db' | 'log' | 'now'>) {
  const handlers = new Map<string, JobHandler>();
  const lanes = new Map<string, Lane>();
  let timer: NodeJS.Timeout | undefined;
  let phase: 'idle' | 'started' | 'stopped' = 'idle';

  const nowMs = () => now().getTime();
  const isoAfter = (ms: number) => new Date(nowMs() + ms).toISOString();

  function findLane(type: string, orderKey: string): Lane {
    const name = `${type} ${orderKey}`;
    const lane = lanes.get(name) ?? { type, orderKey, restUntilMs: 0, outages: 0, succeeded: 0, suspects: new Map() };
    lanes.set(name, lane);
    return lane;
  }

  function isResting(lane: Lane): boolean {
    // A rest that is longer than any delay was set before the clock was put back.
    if (lane.restUntilMs > nowMs() + maxDelayMs) lane.restUntilMs = 0;
    return lane.restUntilMs > nowMs();
  }

  async function runLane(lane: Lane, handler: JobHandler): Promise<void> {
    for (;;) {
      // Requests that arrived meanwhile come first.
      await immediate();
      if (phase === 'stopped' || isResting(lane)) return;
      const job = findNext(db, lane);
      if (!job || job.runAt > now().toISOString()) return;
      storeResult({ job, lane, handler }, await attempt(job, handler));
    }
  }

  async function attempt(job: Job, handler: JobHandler): Promise<JobOutcome> {
    try {
      return await handler.run(job);
    } catch (error) {
      log.error({ err: error, job: job.dedupeKey, type: job.type }, 'a job has thrown an error');
      // Not counted: no handler has stored that the job failed, so it must not end.
      return { state: 'unavailable', reason: 'unexpected error' };
    }
  }

  function storeResult(running: RunningJob, outcome: JobOutcome): void {
    const { job } = running;
    const { delayMs, ...result } = decideNext(running, outcome, nowMs());
    const { state, attempts } = result;
    const { reason, commit } = outcome;
    // One failed attempt is routine: at a first start, the publisher is still starting.
    const level = outcome.state === 'retry' && state === 'pending' && attempts === 1 ? 'debug' : 'warn';
    if (state !== 'done')
      log[level]({ job: job.dedupeKey, type: job.type, attempts, reason }, 'a job was not completed');
    const isUnchanged = and(eq(jobs.seq, job.seq), eq(jobs.generation, job.generation));
    db.transaction(
      (tx) => {
        if (state === 'pending')
          tx.update(jobs)
            .set({ attempts, runAt: isoAfter(delayMs) })
            .where(isUnchanged)
            .run();
        else tx.delete(jobs).where(isUnchanged).run();
        commit?.(tx, result);
      },
      { behavior: 'immediate' },
    );
  }

  function startLane(lane: Lane): void {
    const handler = handlers.get(lane.type);
    if (!handler || lane.running || isResting(lane)) return;
    lane.running = runLane(lane, handler)
      .catch((error: unknown) => {
        log.error({ err: error }, 'the jobs cannot be read or written');
        lane.restUntilMs = nowMs() + (outageDelaysMs[0] ?? 0);
      })
      .finally(() => {
        lane.running = undefined;
        if (phase === 'started') scheduleNext();
      });
  }

  /** Starts the lanes of all jobs, after a correction of what a wrong clock has written. */
  function startDue(): void {
    makeDue(db, gt(jobs.runAt, isoAfter(maxDelayMs)), now());
    const { type, orderKey } = jobs;
    for (const row of db.selectDistinct({ type, orderKey }).from(jobs).all()) findLane(row.type, row.orderKey);
    for (const lane of lanes.values()) startLane(lane);
  }

  /** Returns the time until a lane that does not run has a job to start; Infinity if there is none. */
  function msUntilNext(): number {
    const delays = [...lanes.values()].flatMap((lane) => {
      const job = handlers.has(lane.type) && !lane.running ? findNext(db, lane) : undefined;
      return job ? [Math.max(0, Math.max(Date.parse(job.runAt), lane.restUntilMs) - nowMs())] : [];
    });
    return Math.min(...delays);
  }

  function sleep(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(run, Math.min(maxSleepMs, ms)).unref();
  }

  /** With a damaged or full database the server goes on, and the queue looks again later. */
  function scheduleNext(start: () => void = () => undefined): void {
    try {
      start();
      sleep(msUntilNext());
    } catch (error) {
      log.error({ err: error }, 'the jobs cannot be read or written');
      sleep(maxSleepMs);
    }
  }

  const run = () => phase === 'started' && scheduleNext(startDue);

  function wake(type: string, orderKey: string): void {
    const lane = findLane(type, orderKey);
    if (phase !== 'started') return;
    startLane(lane);
    if (!lane.running) scheduleNext();
  }

  return {
    /** Registers the handler of a type. Jobs without a handler stay in the table. */
    register(type: string, handler: JobHandler): void {
      handlers.set(type, handler);
    },

    /** Starts the jobs of an order key that are due. Cheap, so it may be called after each transaction. */
    wake,

    /** Ends all delays of an order key, after the reason for them has gone. */
    retryNow(type: string, orderKey: string): void {
      makeDue(db, and(eq(jobs.type, type), eq(jobs.orderKey, orderKey)), now());
      Object.assign(findLane(type, orderKey), { restUntilMs: 0, outages: 0 });
      wake(type, orderKey);
    },

    start(): void {
      phase = 'started';
      run();
    },

    /** Runs everything that is due and waits for it. Returns the milliseconds until the next one. */
    async runDue(): Promise<number> {
      startDue();
      await Promise.all([...lanes.values()].map(({ running }) => running));
      return msUntilNext();
    },

    /** Starts no further job, and waits a moment for those that run. An interrupted job runs again after the next start. */
    async stop(): Promise<void> {
      phase = 'stopped';
      clearTimeout(timer);
      const running = Promise.all([...lanes.values()].map((lane) => lane.running));
      await Promise.race([running, wait(maxStopMs, undefined, { ref: false })]);
    },
  };
}

export type JobQueue = ReturnType<typeof createJobQueue>;

function makeDue(db: Db, which: SQL | undefined, now: Date): void {
  db.update(jobs).set({ runAt: now.toISOString() }).where(which).run();
}

function findNext(db: Db, { type, orderKey }: Lane): typeof jobs.$inferSelect | undefined {
  const own = and(eq(jobs.type, type), eq(jobs.orderKey, orderKey));
  return db.select().from(jobs).where(own).orderBy(asc(jobs.runAt), asc(jobs.seq)).limit(1).get();
}
