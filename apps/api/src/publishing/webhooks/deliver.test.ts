import { eq } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { createPublishingScene, startEndpoint } from '../../../test/publishing-scene.ts';
import { deliveries } from '../../platform/db/schema/core.ts';
import { keyFiles } from '../../platform/keys.ts';
import { deliveryRetentionMs, getFailureLogLevel, listDeliveries, retryDelivery } from './deliver.ts';
import { parseRetryAfter, sendDelivery } from './send.ts';

const editor = { id: 'u1', name: 'Editor' };

test('a message that failed for good is sent once more under the same id, but not while it is being sent [W9]', async () => {
  let status = 410;
  const { deps, deliverer, endpoint, save, rows } = await createPublishingScene({ status: () => status });
  save(1);
  await expect.poll(() => rows()[0]?.state).toBe('failed');
  const id = rows()[0]?.id ?? '';
  status = 202;
  retryDelivery(deps, id, editor);
  expect(() => retryDelivery(deps, id, editor)).toThrow('already pending');
  deliverer.start();
  await expect.poll(() => rows()[0]?.state).toBe('delivered');
  expect(rows()).toMatchObject([{ id, attempts: 1, lastError: null }]);
  expect(endpoint.calls.map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
  expect(() => retryDelivery(deps, 'msg_unknown', editor)).toThrow('no such delivery');
});

test.each([
  { case: 'in the ordinary case', first: 1, second: 2, clockMs: 1000 },
  { case: 'that was made after the clock was set back', first: 1, second: 2, clockMs: -3_600_000 },
  { case: 'that names a lower revision, as after a rollback', first: 2, second: 1, clockMs: 1000 },
])('an older message that is sent again never supersedes a newer one $case', async ({ first, second, clockMs }) => {
  let status = 410;
  const { deps, deliverer, endpoint, save, rows } = await createPublishingScene({ status: () => status });
  const makeDue = (revision: number) =>
    deps.db
      .update(deliveries)
      .set({ nextAttemptAt: deps.now().toISOString() })
      .where(eq(deliveries.revision, revision))
      .run();
  save(first);
  await expect.poll(() => rows()[0]?.state).toBe('failed');
  deps.clock.advance(clockMs);
  status = 500;
  save(second);
  await expect.poll(() => rows()[1]?.attempts).toBe(1);
  retryDelivery(deps, rows()[0]?.id ?? '', editor);
  // The newer message is tried first, and fails, while the older one waits for its turn.
  makeDue(second);
  deps.clock.advance(1000);
  makeDue(first);
  deliverer.start();
  await expect.poll(() => endpoint.calls.length).toBe(4);
  await expect.poll(() => rows().map(({ state }) => state)).toEqual(['superseded', 'pending']);
  expect(rows()[1]).toMatchObject({ revision: second, attempts: 2 });
});

test('what was sent is forgotten after 30 days, but for the last message to each endpoint', async () => {
  const { deps, deliverer, save, rows } = await createPublishingScene();
  save(1);
  await expect.poll(() => rows()[0]?.state).toBe('delivered');
  deps.clock.advance(1);
  save(2);
  await expect.poll(() => rows()[1]?.state).toBe('delivered');
  deps.clock.advance(deliveryRetentionMs - 3_600_000);
  deliverer.start();
  expect(rows().map(({ revision }) => revision)).toEqual([1, 2]);
  deps.clock.advance(2 * 3_600_000);
  deliverer.start();
  expect(rows().map(({ revision }) => revision)).toEqual([2]);
});

test('after the clock was set back, the last message is the one listed first and never forgotten', async () => {
  const { deps, deliverer, save, rows } = await createPublishingScene();
  save(1);
  await expect.poll(() => rows()[0]?.state).toBe('delivered');
  deps.clock.advance(-3_600_000);
  save(2);
  await expect.poll(() => rows()[1]?.state).toBe('delivered');
  expect(listDeliveries(deps.db).map(({ revision }) => revision)).toEqual([2, 1]);
  deps.clock.advance(deliveryRetentionMs + 2 * 3_600_000);
  deliverer.start();
  expect(rows().map(({ revision }) => revision)).toEqual([2]);
});

test.each([429, 503])(
  'an endpoint that answers %i with Retry-After is left alone for so long, with newer messages too [W9]',
  async (refusal) => {
    let status = refusal;
    const scene = await createPublishingScene({ status: () => status, headers: () => ({ 'retry-after': '7200' }) });
    const { deps, deliverer, endpoint, save, rows } = scene;
    save(1);
    await expect.poll(() => rows()[0]?.attempts).toBe(1);
    const restMs = Date.parse(rows()[0]?.nextAttemptAt ?? '') - deps.now().getTime();
    expect([rows()[0]?.state, restMs]).toEqual(['pending', 7_200_000]);
    status = 202;
    deps.clock.advance(7_199_000);
    save(2);
    await expect.poll(() => rows()[1]?.nextAttemptAt).toBe(rows()[0]?.nextAttemptAt);
    expect(endpoint.calls).toHaveLength(1);
    deps.clock.advance(1000);
    deliverer.start();
    await expect.poll(() => rows()[1]?.state).toBe('delivered');
  },
);

test.each([
  ['120', 120_000],
  ['0', 0],
  ['99999999', 86_400_000],
  ['Sat, 21 Nov 2026 10:05:00 GMT', 300_000],
  ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
  ['-5', 0],
  ['soon', 0],
  [undefined, 0],
])('Retry-After: %s is a rest of %i ms [W9]', (retryAfter, ms) => {
  expect(parseRetryAfter(retryAfter, new Date('2026-11-21T10:00:00.000Z'))).toBe(ms);
});

test('while a secret is changed, whoever has the new one or the one before can check the signature [W12]', async () => {
  const newSecret = keyFiles['webhook-secret'].create;
  const [secret, previousSecret, another] = [newSecret(), newSecret(), newSecret()];
  const hook = await startEndpoint(() => 202);
  const endpoint = { url: hook.url, secret, previousSecret, format: 'standard', minIntervalSeconds: 0 } as const;
  expect(await sendDelivery(endpoint, { id: 'msg_1', revision: 1 }, new Date())).toBeUndefined();
  const [{ body, headers } = { body: '', headers: {} }] = hook.calls;
  const check = (key: string) => new Webhook(key).verify(body, headers as Record<string, string>);
  expect(check(secret)).toEqual(check(previousSecret));
  expect(() => check(another)).toThrow('No matching signature');
});

test('a first start does not log that the publisher, which is still starting, refuses a webhook', () => {
  expect(getFailureLogLevel('publisher', 1)).toBe('debug');
  expect(getFailureLogLevel('publisher', 2)).toBe('warn');
  expect(getFailureLogLevel('https://example.org/hook', 1)).toBe('info');
});
