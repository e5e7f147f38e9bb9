import { expect, test } from 'vitest';
import { ProblemError } from '../http/problem-error.ts';
import { createWorkQueue } from './work-queue.ts';

/** Jobs that end when they are told to. */
function createJobs() {
  const started: { end: (outcome?: Error) => void }[] = [];
  const job = () =>
    new Promise<void>((resolve, reject) => {
      started.push({ end: (outcome) => (outcome ? reject(outcome) : resolve()) });
    });
  return { started, job };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('only so many jobs run at once, the others in their order', async () => {
  const { started, job } = createJobs();
  const inTurn = createWorkQueue({ concurrency: 2, maxWaiting: 10 });
  const all = [1, 2, 3, 4].map(() => inTurn(job));
  await settle();
  expect(started).toHaveLength(2);
  started[1]?.end();
  await settle();
  expect(started).toHaveLength(3);
  for (const index of [0, 2]) started[index]?.end();
  await settle();
  started[3]?.end();
  await Promise.all(all);
});

test('a full queue turns away at once, with the time to come back [D9]', async () => {
  const { started, job } = createJobs();
  const inTurn = createWorkQueue({ concurrency: 1, maxWaiting: 1 });
  const kept = [inTurn(job), inTurn(job)];
  const refusal = await inTurn(job).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ProblemError);
  expect(refusal).toMatchObject({ code: 'unavailable', options: { headers: { 'retry-after': '5' } } });
  started[0]?.end();
  await settle();
  started[1]?.end();
  await Promise.all(kept);
});

test('a job that fails makes room like any other', async () => {
  const { started, job } = createJobs();
  const inTurn = createWorkQueue({ concurrency: 1, maxWaiting: 1 });
  const failing = inTurn(job);
  started[0]?.end(new Error('broken'));
  await expect(failing).rejects.toThrow('broken');
  expect(await inTurn(async () => 'done')).toBe('done');
});
