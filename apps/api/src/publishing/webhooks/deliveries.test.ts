import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { createPublishingFixture, startEndpoint } from '../../../test/publishing-fixture.ts';
import { minuteMs } from '../../platform/durations.ts';
import { keyFiles } from '../../platform/keys.ts';
import {
  createDeliveries,
  deleteOldDeliveries,
  deliveryRetentionMs,
  parseRetryAfter,
  sendDelivery,
} from './deliveries.ts';

const editor = { id: 'u1', name: 'Editor' };

test('a failed delivery is resent with the same id, but not while it is pending [W9]', async () => {
  let status = 410;
  const { deliveries, endpoint, save, rows, sendDue } = await createPublishingFixture({ status: () => status });
  save(1);
  await sendDue();
  const [{ id, state } = { id: '', state: '' }] = rows();
  expect(state).toBe('failed');
  status = 202;
  deliveries.retry(id, editor);
  expect(() => deliveries.retry(id, editor)).toThrow('already pending');
  await sendDue();
  expect(rows()).toMatchObject([{ id, state: 'delivered', attempts: 1, lastError: null }]);
  expect(endpoint.calls.map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
  expect(() => deliveries.retry('msg_unknown', editor)).toThrow('no such delivery');
});

test('an older delivery is not resent while a newer one is pending', async () => {
  let status = 410;
  const { deliveries, save, rows, sendDue } = await createPublishingFixture({ status: () => status });
  save(2);
  await sendDue();
  status = 500;
  // A lower revision, as after a rollback.
  save(1);
  await sendDue();
  expect(() => deliveries.retry(rows()[0]?.id ?? '', editor)).toThrow('already pending');
  expect(rows()).toMatchObject([{ state: 'failed' }, { revision: 1, state: 'pending', attempts: 1 }]);
});

test('a delivery that is superseded during its attempt is not sent again', async () => {
  let isFirst = true;
  const { endpoint, save, rows, sendDue } = await createPublishingFixture({
    status: () => {
      if (isFirst) save(2);
      isFirst = false;
      return 500;
    },
  });
  save(1);
  await sendDue();
  expect(rows()).toMatchObject([
    { revision: 1, state: 'superseded' },
    { revision: 2, state: 'pending', attempts: 1 },
  ]);
  expect(endpoint.calls).toHaveLength(2);
});

test('deliveries are deleted after 30 days, except the last one to each endpoint', async () => {
  const { deps, save, rows, sendDue } = await createPublishingFixture();
  for (const revision of [1, 2]) {
    save(revision);
    await sendDue();
    deps.clock.advance(1);
  }
  deps.clock.advance(deliveryRetentionMs - minuteMs);
  deleteOldDeliveries(deps);
  expect(rows().map(({ revision }) => revision)).toEqual([1, 2]);
  deps.clock.advance(minuteMs);
  deleteOldDeliveries(deps);
  expect(rows().map(({ revision }) => revision)).toEqual([2]);
});

test('after the clock was set back, the last delivery is listed first and is never deleted', async () => {
  const { deps, deliveries, save, rows, sendDue } = await createPublishingFixture();
  save(1);
  await sendDue();
  deps.clock.advance(-3_600_000);
  save(2);
  await sendDue();
  expect(deliveries.list().map(({ revision }) => revision)).toEqual([2, 1]);
  deps.clock.advance(deliveryRetentionMs + 2 * 3_600_000);
  deleteOldDeliveries(deps);
  expect(rows().map(({ revision }) => revision)).toEqual([2]);
});

test.each([429, 503])(
  'an endpoint that answers %i with Retry-After gets no delivery before that time, not even a newer one [W9]',
  async (refusal) => {
    let status = refusal;
    const fixture = await createPublishingFixture({ status: () => status, headers: () => ({ 'retry-after': '7200' }) });
    const { deps, endpoint, save, rows, sendDue } = fixture;
    save(1);
    expect(await sendDue()).toBe(7_200_000);
    expect(rows()).toMatchObject([{ state: 'pending', attempts: 1 }]);
    status = 202;
    deps.clock.advance(7_199_000);
    save(2);
    expect(await sendDue()).toBe(1000);
    expect(endpoint.calls).toHaveLength(1);
    deps.clock.advance(1000);
    await sendDue();
    expect(rows()).toMatchObject([{ state: 'superseded' }, { state: 'delivered' }]);
  },
);

test('a delivery to an endpoint that was removed from the configuration fails with the reason', async () => {
  const { deps, jobs, save, rows, sendDue } = await createPublishingFixture();
  save(1);
  const publisher = { url: undefined, token: undefined };
  createDeliveries({ ...deps, config: { ...deps.config, publisher } }, jobs);
  await sendDue();
  expect(rows()).toMatchObject([{ state: 'failed', lastError: 'This endpoint is no longer configured.' }]);
});

test.each([
  ['120', 120_000],
  ['0', 0],
  ['99999999', 86_400_000],
  ['Sat, 21 Nov 2026 10:05:00 GMT', 300_000],
  ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
  ['-5', 0],
  ['soon', 0],
  [undefined, 0],
])('Retry-After: %s is a pause of %i ms [W9]', (retryAfter, ms) => {
  expect(parseRetryAfter(retryAfter, new Date('2026-11-21T10:00:00.000Z'))).toBe(ms);
});

test('during a change of the secret, both the new and the previous one verify the signature [W12]', async () => {
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
