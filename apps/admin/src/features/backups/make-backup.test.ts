import type { BackupVerification } from '@threadline/schema/wire/backup';
import { expect, test } from 'vitest';
import { describeOutcome } from './make-backup.ts';

const verification = (result: BackupVerification['result'], detail: string): BackupVerification => ({
  at: '2026-11-21T10:00:00.000Z',
  result,
  detail,
});

test('the outcome of a backup says whether it was verified, and why not', () => {
  expect(describeOutcome({ verification: verification('verified', 'The pages are the same.') })).toContain(
    'done and verified',
  );
  expect(describeOutcome({ verification: verification('unverified', 'It could not be rendered.') })).toBe(
    'Backup done, but not verified. It could not be rendered.',
  );
  expect(describeOutcome({ verification: verification('damaged', 'a.webp is missing.') })).toContain(
    'damaged. a.webp is missing.',
  );
  expect(describeOutcome({ verification: null })).toBe('Backup done, but not verified.');
});
