import { expect, test } from 'vitest';
import { createPublishingScene } from '../../test/publishing-scene.ts';
import { keptDeliveryMs } from './deliver.ts';
import { queueAgain } from './resend.ts';

const editor = { id: 'u1', name: 'Editor' };

test('a message that failed for good is sent once more under the same id, but not while it is being sent', async () => {
  let status = 410;
  const { deps, deliverer, receiver, save, rows } = await createPublishingScene({ status: () => status });
  save(1);
  await expect.poll(() => rows()[0]?.state).toBe('failed');
  const id = rows()[0]?.id ?? '';
  status = 202;
  queueAgain(deps, id, editor);
  expect(() => queueAgain(deps, id, editor)).toThrow('being sent already');
  deliverer.start();
  await expect.poll(() => rows()[0]?.state).toBe('delivered');
  expect(rows()).toMatchObject([{ id, attempts: 1, lastError: null }]);
  expect(receiver.calls.map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
  expect(() => queueAgain(deps, 'msg_unknown', editor)).toThrow('no such message');
});

test('what was sent is forgotten after 30 days, but for the last message to each receiver', async () => {
  const { deps, deliverer, save, rows } = await createPublishingScene();
  save(1);
  await expect.poll(() => rows()[0]?.state).toBe('delivered');
  deps.clock.advance(1);
  save(2);
  await expect.poll(() => rows()[1]?.state).toBe('delivered');
  deps.clock.advance(keptDeliveryMs - 3_600_000);
  deliverer.start();
  expect(rows().map(({ revision }) => revision)).toEqual([1, 2]);
  deps.clock.advance(2 * 3_600_000);
  deliverer.start();
  expect(rows().map(({ revision }) => revision)).toEqual([2]);
});
