import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestDeps } from '../../test/create-test-deps.ts';
import { rateLimits } from '../db/schema.ts';
import { scheduleForgetting } from './old-tries.ts';

const hourMs = 3_600_000;

function createScene() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const deps = createTestDeps();
  const expire = deps.now().getTime();
  deps.db
    .insert(rateLimits)
    .values([
      { key: 'login:old', points: 3, expire: expire - 1 },
      { key: 'login:soon', points: 3, expire: expire + hourMs - 1 },
      { key: 'login:later', points: 3, expire: expire + 2 * hourMs },
    ])
    .run();
  const keys = () =>
    deps.db
      .select()
      .from(rateLimits)
      .all()
      .map(({ key }) => key);
  const pass = (ms: number) => {
    deps.clock.advance(ms);
    vi.advanceTimersByTime(ms);
  };
  return { deps, keys, pass };
}

test('tries that no limit counts any more are removed at once and every hour, until it is stopped', () => {
  const { deps, keys, pass } = createScene();
  const stop = scheduleForgetting(deps);
  expect(keys()).toEqual(['login:soon', 'login:later']);
  pass(hourMs);
  expect(keys()).toEqual(['login:later']);
  stop();
  pass(2 * hourMs);
  expect(keys()).toEqual(['login:later']);
});

test('a disk that takes nothing is told, and tried again with the next look', () => {
  const { deps, keys, pass } = createScene();
  const told: string[] = [];
  const log = Object.assign(Object.create(deps.log), { error: (_: unknown, words: string) => told.push(words) });
  deps.db.$client.pragma('query_only = on');
  const stop = scheduleForgetting({ ...deps, log });
  onTestFinished(stop);
  expect(told).toEqual(['old tries could not be removed']);
  expect(keys()).toHaveLength(3);
  deps.db.$client.pragma('query_only = off');
  pass(hourMs);
  expect(keys()).toEqual(['login:later']);
});
