import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestDeps } from '../../test/create-test-deps.ts';
import { createServices } from '../app.ts';
import { sendReminders } from '../enquiries/sla.ts';
import { rateLimits } from '../platform/db/schema/core.ts';
import { hourMs } from '../platform/durations.ts';
import { openMediaStorage } from '../platform/storage/media-storage.ts';
import { startHousekeeping } from './housekeeping.ts';

function createFixture() {
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
  const services = createServices(deps);
  const parts = {
    storage: openMediaStorage(deps.config),
    queries: services.queries,
    remind: () => sendReminders(deps, services),
  };
  const told: string[] = [];
  const log = Object.assign(Object.create(deps.log), { error: (_: unknown, words: string) => told.push(words) });
  const start = () => startHousekeeping({ ...deps, log }, parts);
  const keys = () =>
    deps.db
      .select()
      .from(rateLimits)
      .all()
      .map(({ key }) => key);
  const pass = async (ms: number) => {
    deps.clock.advance(ms);
    await vi.advanceTimersByTimeAsync(ms);
  };
  return { client: deps.db.$client, start, told, keys, pass };
}

test('tries that no limit counts any more are removed at once and every hour, until it is stopped', async () => {
  const { start, told, keys, pass } = createFixture();
  const stop = start();
  expect(keys()).toEqual(['login:soon', 'login:later']);
  await pass(hourMs);
  expect(keys()).toEqual(['login:later']);
  stop();
  await pass(2 * hourMs);
  expect(keys()).toEqual(['login:later']);
  expect(told).toEqual([]);
});

test('a disk that takes nothing is told, chore by chore, and tried again with the next hour', async () => {
  const { client, start, told, keys, pass } = createFixture();
  client.pragma('query_only = on');
  onTestFinished(start());
  await pass(0);
  expect(told).toEqual([
    'old accounts could not be removed',
    'old tries could not be removed',
    'old webhook deliveries could not be removed',
    'reminders could not be written',
    'old keys of enquiries could not be removed',
    'personal data that is due could not be erased',
  ]);
  expect(keys()).toHaveLength(3);
  client.pragma('query_only = off');
  await pass(hourMs);
  expect(keys()).toEqual(['login:later']);
});
