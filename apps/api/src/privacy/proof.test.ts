import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createLeadScene } from '../../test/lead-scene.ts';
import { erasures } from '../db/privacy-schema.ts';
import { keyOldProofs, proofOf } from './proof.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('a proof of erasure says nothing to whoever tries addresses without the key', async () => {
  const scene = createLeadScene();
  await scene.receive();
  await scene.call('/api/privacy/erase', { body: { email: 'Sender@example.org' } });
  const [row] = scene.deps.db.select().from(erasures).all();
  expect(row?.emailHash).toBe(proofOf('sender@example.org', scene.deps.secrets.erasureKey));
  expect(row?.emailHash).not.toBe(proofOf('sender@example.org', 'another key'));
  expect(row?.emailHash).not.toContain(sha256('sender@example.org'));
});

test('proofs of an older version get the key, once, and go on being recognised', () => {
  const { deps } = createLeadScene();
  const { db, secrets } = deps;
  const row = { at: '2026-01-01T00:00:00.000Z', reason: 'admin', enquiries: 1, mails: 0, subscribers: 0 } as const;
  db.insert(erasures)
    .values([
      { ...row, emailHash: sha256('old@example.org') },
      { ...row, emailHash: null },
    ])
    .run();
  for (let start = 0; start < 2; start++) keyOldProofs(db, secrets.erasureKey);
  expect(db.select().from(erasures).all()).toMatchObject([
    { emailHash: proofOf('old@example.org', secrets.erasureKey) },
    { emailHash: null },
  ]);
  const expected = createHmac('sha256', secrets.erasureKey).update(sha256('old@example.org')).digest('hex');
  expect(proofOf('old@example.org', secrets.erasureKey)).toMatch(new RegExp(`^hmac:[0-9a-f]{8}:${expected}$`));
});
