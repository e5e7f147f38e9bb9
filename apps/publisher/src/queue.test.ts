import { expect, test } from 'vitest';
import { createQueue } from './queue.ts';

/** A round that waits until the test lets it go. */
function steppedRounds() {
  const started: (() => void)[] = [];
  let waiting: ((release: () => void) => void) | undefined;
  const round = () =>
    new Promise<number>((finish) => {
      started.push(() => finish(0));
      waiting?.(() => finish(0));
    });
  const nextRound = () =>
    new Promise<() => void>((done) => {
      waiting = done;
    });
  return { round, started, nextRound };
}

test('kicks during a round lead to exactly one more round', async () => {
  const { round, started, nextRound } = steppedRounds();
  const queue = createQueue(round);
  queue.kick();
  for (let kick = 0; kick < 200; kick += 1) queue.kick();
  expect(started).toHaveLength(1);
  const second = nextRound();
  started[0]?.();
  (await second)();
  await queue.stop();
  expect(started).toHaveLength(2);
});

test('a kick at the very end of a round is not lost', async () => {
  let rounds = 0;
  const queue = createQueue(async () => {
    rounds += 1;
    // Runs after the queue has looked for more work, before it has gone to sleep.
    if (rounds === 1) setTimeout(queue.kick);
    if (rounds === 2) done();
    return 0;
  });
  let done = () => {};
  const secondRound = new Promise<void>((resolve) => {
    done = resolve;
  });
  queue.kick();
  await secondRound;
  expect(rounds).toBe(2);
});

test('a pause holds back the next round, and stopping ends the pause', async () => {
  let rounds = 0;
  const queue = createQueue(async () => {
    rounds += 1;
    return 60_000;
  });
  queue.kick();
  queue.kick();
  await queue.stop();
  expect(rounds).toBe(1);
});

test('after stopping, nothing starts any more', async () => {
  let rounds = 0;
  const queue = createQueue(async () => {
    rounds += 1;
    return 0;
  });
  await queue.stop();
  queue.kick();
  await queue.stop();
  expect(rounds).toBe(0);
});
