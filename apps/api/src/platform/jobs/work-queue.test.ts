import { expect, test } from 'vitest';
import { ProblemError } from '../http/problem-error.ts';
import { createWorkQueue } from './work-queue.ts';

/** Creates jobs that end when the test ends them. */
function createJobs() {
  const started: { end: (outcome?: Error) => void }[] = [];
  const job = () =>
    new Promise<void>((resolve, reject) => {
      started.push({ end: (outcome) => (outcome ? reject(outcome) : resolve()) });
    });
  return { started, job };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('at most the permitted number of jobs run at once, the others follow in order', async () => {
  const { started, job } = createJobs();
  const inTurn = createWorkQueue({ concurrency: 2, maxPending: 10 });
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

test('a full queue refuses a job at once and says when to retry [D9]', async () => {
  const { started, job } = createJobs();
  const inTurn = createWorkQueue({ concurrency: 1, maxPending: 1 });
  const accepted = [inTurn(job), inTurn(job)];
  const refusal = await inTurn(job).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ProblemError);
  expect(refusal).toMatchObject({ code: 'unavailable', options: { headers: { 'retry-after': '5' } } });
  started[0]?.end();
  await settle();
  started[1]?.end();
  await Promise.all(accepted);
});

test('a failed job frees its place', async () => {
  const { started, job } = createJobs();
  const inTurn = createWorkQueue({ concurrency: 1, maxPending: 1 });
  const failing = inTurn(job);
  started[0]?.end(new Error('broken'));
  await expect(failing).rejects.toThrow('broken');
  expect(await inTurn(async () => 'done')).toBe('done');
});
