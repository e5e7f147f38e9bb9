import type { Db } from '../../platform/db/client.ts';
import { ProblemError } from '../../platform/http/problem-error.ts';

/** Longest row of jobs in one transaction: everybody in it waits for the last. */
const mostAtOnce = 500;

interface Waiting<Job, Result> {
  job: Job;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

/**
 * Runs each job in a transaction; jobs that come in at the same moment share one, and with it one wait for the disk.
 * Nobody gets a result before it is there. A job that is refused changes nothing and does not touch the others.
 *
 * @returns a function that resolves once the job's result is on disk
 */
export function createGroupCommit<Job, Result>(db: Db, run: (job: Job) => Result) {
  let waiting: Waiting<Job, Result>[] = [];
  const client = db.$client;
  // The inner one is a savepoint: what a refused job has written so far is taken back.
  const runOne = client.transaction(run);
  const runAll = client.transaction((group: Waiting<Job, Result>[]) =>
    group.map(({ job }): { result: Result } | { refusal: ProblemError } => {
      try {
        return { result: runOne(job) };
      } catch (error) {
        // Anything else is the storage's: then nothing of the group may be promised.
        if (error instanceof ProblemError) return { refusal: error };
        throw error;
      }
    }),
  );

  function flush(): void {
    const group = waiting.slice(0, mostAtOnce);
    waiting = waiting.slice(mostAtOnce);
    if (waiting.length > 0) setImmediate(flush);
    try {
      const outcomes = runAll.immediate(group);
      for (const [index, { resolve, reject }] of group.entries()) {
        const outcome = outcomes[index];
        if (outcome && 'result' in outcome) resolve(outcome.result);
        else reject(outcome?.refusal);
      }
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  return (job: Job): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.push({ job, resolve, reject });
      // After the sockets that are readable now have been read: under load this is where a group gathers.
      if (waiting.length === 1) setImmediate(flush);
    });
}
