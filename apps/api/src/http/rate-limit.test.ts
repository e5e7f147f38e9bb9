import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDeps } from '../../test/create-test-deps.ts';
import { rateLimits } from '../db/schema.ts';
import { ProblemError } from './problem-error.ts';
import { createRateLimit, networkOf, networkPrefix } from './rate-limit.ts';

// The library has no clock of its own to pass in.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T10:00:00Z') }));
afterEach(() => vi.useRealTimers());

async function refusalOf(run: () => Promise<unknown>): Promise<ProblemError | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
}

const stores = [
  ['memory', () => ({})],
  ['the database', () => ({ db: createTestDeps().db })],
] as const;

test.each(stores)('counted in %s, the third of two tries is refused until the time is over', async (_, store) => {
  const limit = createRateLimit({ name: 'test', tries: 2, seconds: 600, ...store() });
  await limit.take('a');
  await limit.take('a');
  const refusal = await refusalOf(() => limit.take('a'));
  expect(refusal?.code).toBe('rate-limited');
  expect(refusal?.message).toBe('Too many tries. Please try again in 10 minutes.');
  expect(refusal?.options.headers).toEqual({ 'retry-after': '600' });
  expect(await refusalOf(() => limit.take('b'))).toBeUndefined();
  vi.setSystemTime(Date.now() + 600_001);
  expect(await refusalOf(() => limit.take('a'))).toBeUndefined();
});

test.each(stores)('counted in %s, a try that is given back does not count', async (_, store) => {
  const limit = createRateLimit({ name: 'test', tries: 1, seconds: 600, ...store() });
  await limit.take('a');
  await limit.giveBack('a');
  expect(await refusalOf(() => limit.take('a'))).toBeUndefined();
  await limit.reset('a');
  expect(await refusalOf(() => limit.take('a'))).toBeUndefined();
});

test('counts in the database survive a restart, and hold no address in clear', async () => {
  const { db } = createTestDeps();
  const create = () => createRateLimit({ name: 'login', tries: 1, seconds: 600, db });
  await create().take('asha@example.org');
  expect(await refusalOf(() => create().take('asha@example.org'))).toBeDefined();
  expect(JSON.stringify(db.select().from(rateLimits).all())).not.toContain('asha');
});

test('a flood beyond the limit writes nothing', async () => {
  const { db } = createTestDeps();
  const limit = createRateLimit({ name: 'login', tries: 1, seconds: 600, db });
  for (let round = 0; round < 20; round++) await refusalOf(() => limit.take('a'));
  expect(db.select().from(rateLimits).all()).toMatchObject([{ points: 2 }]);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['localhost', 'unknown'],
  ['', 'unknown'],
])('%j counts as %s', (address, network) => {
  expect(networkPrefix(address)).toBe(network);
});

test.each([
  [false, '198.51.100.1', '203.0.113.7'],
  [true, '198.51.100.1', '198.51.100.1'],
  [true, '10.0.0.1, 198.51.100.1', '198.51.100.1'],
  [true, undefined, '203.0.113.7'],
])('with trustProxy %s and X-Forwarded-For %s the network is %s', async (trustProxy, forwarded, network) => {
  const app = new Hono().get('/', (context) => context.text(networkOf(context, { trustProxy })));
  const connection = { incoming: { socket: { remoteAddress: '203.0.113.7' } } };
  const headers = forwarded ? { 'x-forwarded-for': forwarded } : {};
  const reply = await app.request('/', { headers }, connection);
  expect(await reply.text()).toBe(network);
});
