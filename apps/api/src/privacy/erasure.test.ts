import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createEnquiryFixture } from '../../test/enquiry-fixture.ts';
import { erasures } from '../platform/db/schema/privacy.ts';
import { createTombstone, isTombstoneOfKey } from './erasure.ts';

test('an erased address can be recognised in a tombstone only with the key', async () => {
  const fixture = createEnquiryFixture();
  await fixture.receive();
  await fixture.call('/api/privacy/erase', { body: { email: 'Sender@example.org' } });
  const [row] = fixture.deps.db.select().from(erasures).all();
  const key = fixture.deps.secrets.erasureKey;
  const tombstone = row?.emailHash ?? '';
  expect(tombstone).toBe(createTombstone('sender@example.org', key));
  expect(tombstone).not.toBe(createTombstone('sender@example.org', 'another key'));
  expect(tombstone).not.toContain(createHash('sha256').update('sender@example.org').digest('hex'));
  expect([isTombstoneOfKey(tombstone, key), isTombstoneOfKey(tombstone, 'another key')]).toEqual([true, false]);
});
