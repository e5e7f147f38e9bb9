import { expect, test } from 'vitest';
import { createQueue } from './publisher.ts';

/** A round that waits until the test continues it. */
function steppedRounds() {
  const started: (() => void)[] = [];
  let onStart: ((release: () => void) => void) | undefined;
  const round = () =>
    new Promise<number>((finish) => {
      started.push(() => finish(0));
      onStart?.(() => finish(0));
    });
  const nextRound = () =>
    new Promise<() => void>((done) => {
      onStart = done;
    });
  return { round, started, nextRound };
}

test('several triggers during a round lead to exactly one more round', async () => {
  const { round, started, nextRound } = steppedRounds();
  const queue = createQueue(round);
  queue.trigger();
  for (let trigger = 0; trigger < 200; trigger += 1) queue.trigger();
  expect(started).toHaveLength(1);
  const second = nextRound();
  started[0]?.();
  (await second)();
  await queue.stop();
  expect(started).toHaveLength(2);
});

test('a trigger at the very end of a round is not lost', async () => {
  let rounds = 0;
  const queue = createQueue(async () => {
    rounds += 1;
    // Runs after the queue has checked for more work, and before it becomes idle.
    if (rounds === 1) setTimeout(queue.trigger);
    if (rounds === 2) done();
    return 0;
  });
  let done = () => {};
  const secondRound = new Promise<void>((resolve) => {
    done = resolve;
  });
  queue.trigger();
  await secondRound;
  expect(rounds).toBe(2);
});

test('a pause delays the next round, and stopping ends the pause', async () => {
  let rounds = 0;
  const queue = createQueue(async () => {
    rounds += 1;
    return 60_000;
  });
  queue.trigger();
  queue.trigger();
  await queue.stop();
  expect(rounds).toBe(1);
});

test('no round starts after stopping', async () => {
  let rounds = 0;
  const queue = createQueue(async () => {
    rounds += 1;
    return 0;
  });
  await queue.stop();
  queue.trigger();
  await queue.stop();
  expect(rounds).toBe(0);
});
