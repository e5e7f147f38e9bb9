import type { BackupProof } from '@threadline/schema/backup';
import { expect, test } from 'vitest';
import { outcomeOf } from './make-backup.ts';

const proof = (result: BackupProof['result'], detail: string): BackupProof => ({
  at: '2026-11-21T10:00:00.000Z',
  result,
  detail,
});

test('a backup that was just made says whether it was proven, and why not', () => {
  expect(outcomeOf({ proof: proof('proven', 'The pages are the same.') })).toContain('a restore was rehearsed');
  expect(outcomeOf({ proof: proof('unproven', 'It could not be rendered.') })).toBe(
    'Made, but not proven. It could not be rendered.',
  );
  expect(outcomeOf({ proof: proof('damaged', 'a.webp is missing.') })).toContain('damaged. a.webp is missing.');
  expect(outcomeOf({ proof: null })).toContain('not tested');
});
