import { expect, test } from 'vitest';
import { runParallel } from './run-parallel.ts';

test('at most 16 calls run at once, and all items are handled', async () => {
  const items = Array.from({ length: 100 }, (_, index) => index);
  const handled: number[] = [];
  let running = 0;
  let most = 0;
  await runParallel(
    items,
    async (item) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      handled.push(item);
      running -= 1;
    },
    new AbortController().signal,
  );
  expect(handled.sort((one, other) => one - other)).toEqual(items);
  expect(most).toBe(16);
});

test('after a failure, no further call begins, and the promise rejects once none runs', async () => {
  let running = 0;
  let begun = 0;
  const work = async (item: number, signal: AbortSignal) => {
    begun += 1;
    running += 1;
    if (item === 0) {
      running -= 1;
      throw new Error('The first one fails.');
    }
    while (!signal.aborted) await new Promise(setImmediate);
    await new Promise(setImmediate);
    running -= 1;
  };
  await expect(runParallel(Array(100).keys(), work, new AbortController().signal)).rejects.toThrow(
    'The first one fails.',
  );
  expect([running, begun]).toEqual([0, 16]);
});

test('a stop ends the calls with its reason', async () => {
  const stopping = new AbortController();
  const work = async () => stopping.abort(new Error('Stopped.'));
  await expect(runParallel([1, 2], work, stopping.signal)).rejects.toThrow('Stopped.');
});
