import { expect, onTestFinished, test } from 'vitest';
import { createTestDeps } from '../../../test/create-test-deps.ts';
import { jobs } from '../db/schema/core.ts';
import { createJobQueue, enqueueJob } from './job-queue.ts';
import { type JobHandler, type JobOutcome, outageDelaysMs } from './retry-policy.ts';

const retryDelaysMs = [1000, 60_000];

/** A queue whose handler takes its outcomes from a list, and succeeds when the list is empty. */
function createFixture(outcomes: (JobOutcome | Error)[] = [], run?: JobHandler['run']) {
  const deps = createTestDeps();
  const runs: string[] = [];
  const start = () => {
    const queue = createJobQueue(deps);
    onTestFinished(queue.stop);
    queue.register('test', {
      retryDelaysMs,
      run: async (job) => {
        runs.push(job.dedupeKey);
        const outcome = outcomes.shift() ?? (await run?.(job)) ?? { state: 'done' };
        if (outcome instanceof Error) throw outcome;
        return outcome;
      },
    });
    return queue;
  };
  const enqueue = (dedupeKey: string, { orderKey = 'one', at = deps.now() } = {}) =>
    enqueueJob(deps.db, { type: 'test', dedupeKey, orderKey }, at.toISOString());
  return { deps, runs, start, queue: start(), enqueue, rows: () => deps.db.select().from(jobs).all() };
}

test('jobs run in order and are deleted once they have succeeded', async () => {
  const { queue, enqueue, runs, rows } = createFixture();
  for (const name of ['a', 'b', 'c']) enqueue(name);
  await queue.runDue();
  expect([runs, rows()]).toEqual([['a', 'b', 'c'], []]);
});

test('a job is not run before its time', async () => {
  const { deps, queue, enqueue, runs } = createFixture();
  enqueue('later', { at: new Date(deps.now().getTime() + 5000) });
  expect(await queue.runDue()).toBe(5000);
  expect(runs).toEqual([]);
  deps.clock.advance(5000);
  await queue.runDue();
  expect(runs).toEqual(['later']);
});

test('a time further ahead than any delay was set by a wrong clock and is corrected', async () => {
  const { deps, queue, enqueue, runs } = createFixture();
  enqueue('a', { at: new Date(deps.now().getTime() + 40 * 86_400_000) });
  await queue.runDue();
  expect(runs).toEqual(['a']);
});

test('a job that fails is retried with delays while the others pass, and is deleted in the end', async () => {
  const retry = { state: 'retry', reason: 'busy' } as const;
  const { deps, queue, enqueue, runs, rows } = createFixture([retry]);
  enqueue('a');
  enqueue('b');
  await queue.runDue();
  expect(runs).toEqual(['a', 'b']);
  deps.clock.advance(retryDelaysMs[0] ?? 0);
  await queue.runDue();
  expect([runs, rows()]).toEqual([['a', 'b', 'a'], []]);
  const ended: unknown[] = [];
  const failing = createFixture([], async () => ({ ...retry, commit: (_, { state }) => void ended.push(state) }));
  failing.enqueue('a');
  for (const delay of [...retryDelaysMs, 0]) {
    await failing.queue.runDue();
    failing.deps.clock.advance(delay);
  }
  expect([ended, failing.rows()]).toEqual([['pending', 'pending', 'failed'], []]);
});

test('a job whose handler throws is never given up', async () => {
  const { deps, queue, enqueue, runs, rows } = createFixture(Array.from({ length: 9 }, () => new Error('unexpected')));
  enqueue('a');
  for (let attempt = 1; attempt <= 9; attempt++) {
    expect(rows()).toHaveLength(1);
    deps.clock.advance(await queue.runDue());
  }
  await queue.runDue();
  expect([runs.length, rows()]).toEqual([10, []]);
});

test('a job that is enqueued again replaces the pending one', async () => {
  const { deps, queue, enqueue, rows } = createFixture([{ state: 'retry', reason: 'busy' }]);
  enqueue('a');
  await queue.runDue();
  expect(rows()).toMatchObject([{ attempts: 1, generation: 1 }]);
  enqueue('a');
  expect(rows()).toMatchObject([{ attempts: 0, generation: 2, runAt: deps.now().toISOString() }]);
  await queue.runDue();
  expect(rows()).toEqual([]);
});

test('a job that is enqueued again during its attempt runs again', async () => {
  const { queue, enqueue, runs, rows } = createFixture([], async () => {
    if (runs.length === 1) enqueue('a');
    return { state: 'done' };
  });
  enqueue('a');
  await queue.runDue();
  expect([runs, rows()]).toEqual([['a', 'a'], []]);
});

test('an outage pauses only its order key, keeps the order and counts no attempt', async () => {
  const outage = { state: 'unavailable', reason: 'down' } as const;
  const { deps, queue, enqueue, runs, rows } = createFixture([outage]);
  enqueue('a');
  enqueue('b');
  enqueue('other', { orderKey: 'two' });
  expect(await queue.runDue()).toBe(outageDelaysMs[0]);
  expect(runs).toEqual(['a', 'other']);
  expect(rows()).toMatchObject([{ attempts: 0 }, { attempts: 0 }]);
  deps.clock.advance(outageDelaysMs[0] ?? 0);
  await queue.runDue();
  expect(runs.slice(2).toSorted()).toEqual(['a', 'b']);
});

test('a job that breaks the connection again while others succeed is retried on its own', async () => {
  const cut = { state: 'unavailable', isSuspect: true } as const;
  const { deps, queue, enqueue, rows } = createFixture([cut, { state: 'done' }, cut]);
  enqueue('poison');
  await queue.runDue();
  enqueue('other');
  deps.clock.advance(outageDelaysMs[0] ?? 0);
  deps.db.update(jobs).set({ runAt: deps.now().toISOString() }).run();
  deps.db.$client.exec("update jobs set run_at = '2000' where dedupe_key = 'other'");
  await queue.runDue();
  expect(rows()).toMatchObject([{ dedupeKey: 'poison', attempts: 1 }]);
});

test('an endpoint that asks for a pause gets one', async () => {
  const { queue, enqueue, runs } = createFixture([{ state: 'done', restMs: 30_000 }]);
  enqueue('a');
  enqueue('b');
  expect(await queue.runDue()).toBe(30_000);
  expect(runs).toEqual(['a']);
});

test('the result of the feature is stored with the job, or neither is', async () => {
  const { queue, enqueue, rows, runs } = createFixture([
    {
      state: 'done',
      commit: () => {
        throw new Error('the disk is full');
      },
    },
  ]);
  enqueue('a');
  await queue.runDue();
  expect([runs, rows()]).toMatchObject([['a'], [{ dedupeKey: 'a', attempts: 0 }]]);
});

test('jobs that were not completed before a restart run after it', async () => {
  const { enqueue, runs, start } = createFixture();
  enqueue('a');
  await start().runDue();
  expect(runs).toEqual(['a']);
});

test('wake starts a job at once, and a new job does not wait for the next poll', async () => {
  const { queue, enqueue, runs } = createFixture();
  queue.start();
  enqueue('a');
  queue.wake('test', 'one');
  await expect.poll(() => runs, { timeout: 20_000 }).toEqual(['a']);
});
