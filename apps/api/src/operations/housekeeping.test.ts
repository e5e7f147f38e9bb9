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
  const loggedErrors: string[] = [];
  const log = Object.assign(Object.create(deps.log), {
    error: (_: unknown, message: string) => loggedErrors.push(message),
  });
  const start = () => startHousekeeping({ ...deps, log }, parts);
  const keys = () =>
    deps.db
      .select()
      .from(rateLimits)
      .all()
      .map(({ key }) => key);
  const advanceTime = async (ms: number) => {
    deps.clock.advance(ms);
    await vi.advanceTimersByTimeAsync(ms);
  };
  return { client: deps.db.$client, start, loggedErrors, keys, advanceTime };
}

test('expired attempts are removed at once and every hour until housekeeping is stopped', async () => {
  const { start, loggedErrors, keys, advanceTime } = createFixture();
  const stop = start();
  expect(keys()).toEqual(['login:soon', 'login:later']);
  await advanceTime(hourMs);
  expect(keys()).toEqual(['login:later']);
  stop();
  await advanceTime(2 * hourMs);
  expect(keys()).toEqual(['login:later']);
  expect(loggedErrors).toEqual([]);
});

test('every chore that fails on a read-only disk is logged and retried an hour later', async () => {
  const { client, start, loggedErrors, keys, advanceTime } = createFixture();
  client.pragma('query_only = on');
  onTestFinished(start());
  await advanceTime(0);
  expect(loggedErrors).toEqual([
    'old accounts could not be removed',
    'old tries could not be removed',
    'old webhook deliveries could not be removed',
    'reminders could not be written',
    'old keys of enquiries could not be removed',
    'personal data that is due could not be erased',
  ]);
  expect(keys()).toHaveLength(3);
  client.pragma('query_only = off');
  await advanceTime(hourMs);
  expect(keys()).toEqual(['login:later']);
});
