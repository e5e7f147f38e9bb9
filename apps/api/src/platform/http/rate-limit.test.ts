import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDeps } from '../../../test/create-test-deps.ts';
import { rateLimits } from '../db/schema/core.ts';
import { getNetwork, getNetworkPrefix } from './network.ts';
import { ProblemError } from './problem-error.ts';
import { onError } from './problem-response.ts';
import { createRateLimit, limitNetwork } from './rate-limit.ts';

// The library does not accept another clock.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T10:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

async function captureRefusal(run: () => Promise<unknown>): Promise<ProblemError | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
}

test('the third of two allowed attempts is refused until the period has passed', async () => {
  const limit = createRateLimit({ db: createTestDeps().db, name: 'test', tries: 2, seconds: 600 });
  await limit.take('a');
  await limit.take('a');
  const refusal = await captureRefusal(() => limit.take('a'));
  expect(refusal?.code).toBe('rate-limited');
  expect(refusal?.message).toBe('Too many attempts. Try again in 10 minutes.');
  expect(refusal?.options.headers).toEqual({ 'retry-after': '600' });
  expect(await captureRefusal(() => limit.take('b'))).toBeUndefined();
  vi.setSystemTime(Date.now() + 600_001);
  expect(await captureRefusal(() => limit.take('a'))).toBeUndefined();
});

test.each([
  [1, '1 second'],
  [60, '60 seconds'],
  [600, '10 minutes'],
  [86_400, '24 hours'],
])('a wait of %d seconds is shown as %s', async (seconds, words) => {
  const limit = createRateLimit({ db: createTestDeps().db, name: 'test', tries: 1, seconds });
  await limit.take('a');
  const refusal = await captureRefusal(() => limit.take('a'));
  expect(refusal?.message).toBe(`Too many attempts. Try again in ${words}.`);
});

test('a refunded attempt does not count, and a reset starts from zero', async () => {
  const limit = createRateLimit({ db: createTestDeps().db, name: 'test', tries: 1, seconds: 600 });
  await limit.take('a');
  await limit.refund('a');
  expect(await captureRefusal(() => limit.take('a'))).toBeUndefined();
  for (let round = 0; round < 5; round++) await captureRefusal(() => limit.take('a'));
  await limit.reset('a');
  expect(await captureRefusal(() => limit.take('a'))).toBeUndefined();
});

test('counts survive a restart and contain no address in plain text', async () => {
  const { db } = createTestDeps();
  const create = () => createRateLimit({ db, name: 'login', tries: 1, seconds: 600 });
  await create().take('editor@example.org');
  expect(await captureRefusal(() => create().take('editor@example.org'))).toBeDefined();
  expect(JSON.stringify(db.select().from(rateLimits).all())).not.toContain('editor');
});

test('limits of different names are counted separately', async () => {
  const { db } = createTestDeps();
  await createRateLimit({ db, name: 'login', tries: 1, seconds: 600 }).take('a');
  const other = createRateLimit({ db, name: 'newsletter', tries: 1, seconds: 600 });
  expect(await captureRefusal(() => other.take('a'))).toBeUndefined();
});

test('a flood beyond the limit writes nothing', async () => {
  const { db } = createTestDeps();
  const limit = createRateLimit({ db, name: 'login', tries: 1, seconds: 600 });
  for (let round = 0; round < 20; round++) await captureRefusal(() => limit.take('a'));
  expect(db.select().from(rateLimits).all()).toMatchObject([{ points: 2 }]);
});

const connectedTo = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } });

test('a limited route answers 429 with Retry-After, per network', async () => {
  const deps = createTestDeps();
  const perMinute = { name: 'minute', tries: 2, seconds: 60 };
  const limited = limitNetwork(deps, { name: 'day', tries: 1, seconds: 86_400 }, perMinute);
  const app = new Hono().get('/', limited, (context) => context.text('ok'));
  app.onError(onError(deps.log));
  const statusFrom = async (address: string) => (await app.request('/', {}, connectedTo(address))).status;
  expect(await statusFrom('2001:db8:1:2::1')).toBe(200);
  expect(await statusFrom('203.0.113.7')).toBe(200);
  const refused = await app.request('/', {}, connectedTo('2001:db8:1:2::ffff'));
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('86400');
  expect(await refused.json()).toMatchObject({ success: false, code: 'rate-limited' });
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['localhost', 'unknown'],
  ['', 'unknown'],
])('%j counts as %s [A3]', (address, network) => {
  expect(getNetworkPrefix(address)).toBe(network);
});

test.each([
  [false, '198.51.100.1', '203.0.113.7'],
  [true, '198.51.100.1', '198.51.100.1'],
  [true, '10.0.0.1, 198.51.100.1', '198.51.100.1'],
  [true, undefined, '203.0.113.7'],
])('with trustProxy %s and X-Forwarded-For %s the network is %s [A3]', async (trustProxy, forwarded, network) => {
  const app = new Hono().get('/', (context) => context.text(getNetwork(context, { trustProxy })));
  const headers: Record<string, string> = forwarded ? { 'x-forwarded-for': forwarded } : {};
  const reply = await app.request('/', { headers }, connectedTo('203.0.113.7'));
  expect(await reply.text()).toBe(network);
});
