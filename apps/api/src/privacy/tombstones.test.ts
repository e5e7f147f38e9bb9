import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createLeadScene } from '../../test/lead-scene.ts';
import { erasures } from '../platform/db/schema/privacy.ts';
import { createTombstone, isTombstoneOfKey } from './tombstones.ts';

test('a tombstone reveals an erased address only to who has the key', async () => {
  const scene = createLeadScene();
  await scene.receive();
  await scene.call('/api/privacy/erase', { body: { email: 'Sender@example.org' } });
  const [row] = scene.deps.db.select().from(erasures).all();
  const key = scene.deps.secrets.erasureKey;
  const tombstone = row?.emailHash ?? '';
  expect(tombstone).toBe(createTombstone('sender@example.org', key));
  expect(tombstone).not.toBe(createTombstone('sender@example.org', 'another key'));
  expect(tombstone).not.toContain(createHash('sha256').update('sender@example.org').digest('hex'));
  expect([isTombstoneOfKey(tombstone, key), isTombstoneOfKey(tombstone, 'another key')]).toEqual([true, false]);
});
