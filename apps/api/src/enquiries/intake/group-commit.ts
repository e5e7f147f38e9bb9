import type { Db } from '../../platform/db/client.ts';
import { ProblemError } from '../../platform/http/problem-error.ts';

/** Limits how long the first job of a transaction waits for the last one. */
const maxPerTransaction = 500;

interface PendingJob<Job, Result> {
  job: Job;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

/**
 * Runs jobs that arrive at the same moment in one transaction, so that they share one disk sync. A job resolves only after
 * its result is on disk. A refused job changes nothing and does not affect the others.
 *
 * @param onCommit called after each transaction in which a job was not refused
 * @returns a function that resolves once the job's result is on disk
 */
export function createGroupCommit<Job, Result>(db: Db, run: (job: Job) => Result, onCommit: () => void) {
  let pending: PendingJob<Job, Result>[] = [];
  const client = db.$client;
  // The inner transaction is a savepoint: it rolls back a refused job alone.
  const runOne = client.transaction(run);
  const runAll = client.transaction((group: PendingJob<Job, Result>[]) =>
    group.map(({ job }): { result: Result } | { refusal: ProblemError } => {
      try {
        return { result: runOne(job) };
      } catch (error) {
        // Any other error is one of the storage, so no job of the group may be confirmed.
        if (error instanceof ProblemError) return { refusal: error };
        throw error;
      }
    }),
  );

  function flush(): void {
    const group = pending.slice(0, maxPerTransaction);
    pending = pending.slice(maxPerTransaction);
    if (pending.length > 0) setImmediate(flush);
    try {
      const outcomes = runAll.immediate(group);
      for (const [index, { resolve, reject }] of group.entries()) {
        const outcome = outcomes[index];
        if (outcome && 'result' in outcome) resolve(outcome.result);
        else reject(outcome?.refusal);
      }
      if (outcomes.some((outcome) => 'result' in outcome)) onCommit();
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  return (job: Job): Promise<Result> =>
    new Promise((resolve, reject) => {
      pending.push({ job, resolve, reject });
      // Runs after all readable sockets were read, so under load a group gathers here.
      if (pending.length === 1) setImmediate(flush);
    });
}
