import type { BackupVerification } from '@threadline/schema/backup';
import { expect, test } from 'vitest';
import { outcomeOf } from './make-backup.ts';

const verification = (result: BackupVerification['result'], detail: string): BackupVerification => ({
  at: '2026-11-21T10:00:00.000Z',
  result,
  detail,
});

test('a backup that was just made says whether it was verified, and why not', () => {
  expect(outcomeOf({ verification: verification('verified', 'The pages are the same.') })).toContain(
    'a restore was rehearsed',
  );
  expect(outcomeOf({ verification: verification('unverified', 'It could not be rendered.') })).toBe(
    'Made, but not verified. It could not be rendered.',
  );
  expect(outcomeOf({ verification: verification('damaged', 'a.webp is missing.') })).toContain(
    'damaged. a.webp is missing.',
  );
  expect(outcomeOf({ verification: null })).toContain('not tested');
});
