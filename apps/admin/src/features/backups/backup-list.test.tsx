import { cleanup, render, screen } from '@testing-library/react';
import type { Backup } from '@threadline/schema/wire/backup';
import { expect, test } from 'vitest';
import { InApp, offlineClient } from '../../test-render.tsx';
import { BackupList, describePlan } from './backup-list.tsx';

const backup = (day: string, verification: Backup['verification']): Backup => ({
  id: `2026-11-${day}T02-00-00-000Z`,
  place: day === '22' ? 'off-site' : 'local',
  createdAt: `2026-11-${day}T02:00:00.000Z`,
  revision: 9,
  bytes: 3 * 1024 * 1024,
  files: 12,
  verification,
});
const createVerification = (result: 'verified' | 'damaged', detail: string) => ({
  at: '2026-11-21T02:01:00.000Z',
  result,
  detail,
});

function show(
  backups: Backup[],
  { problem = null, canManage = false }: { problem?: string | null; canManage?: boolean } = {},
) {
  render(
    <InApp
      client={offlineClient([
        [['dashboard', 'backups'], { backups, problem, plan: { everyHours: 24, keep: 7 }, lastRestore: null }],
      ])}
    >
      <BackupList canManage={canManage} />
    </InApp>,
  );
  return screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
}

test('each backup has its time, its size, its place and the result of its verification', () => {
  const rows = show([
    backup('22', null),
    backup('21', createVerification('damaged', 'A file is missing.')),
    backup('20', createVerification('verified', 'It was restored.')),
  ]);
  expect(rows).toEqual([
    '22 Nov 2026, 07:30 IST3.0 MB, 12 files, at the backup locationnot verified yet',
    '21 Nov 2026, 07:30 IST3.0 MB, 12 filesdamagedA file is missing.',
    '20 Nov 2026, 07:30 IST3.0 MB, 12 filesverified',
  ]);
});

test('the restore command names the newest verified backup, not a newer damaged one', () => {
  show([backup('21', createVerification('damaged', '')), backup('20', createVerification('verified', ''))]);
  expect(screen.getByText('npm run cli -- restore 2026-11-20T02-00-00-000Z')).toBeTruthy();
});

test('the restore command never names a damaged backup', () => {
  show([backup('21', createVerification('damaged', ''))]);
  expect(screen.queryByText(/restore 2026/)).toBeNull();
});

test('those who may can verify each backup, and download and restore each one that is not damaged', () => {
  const backups = [backup('21', createVerification('damaged', '')), backup('20', createVerification('verified', ''))];
  show(backups);
  expect(screen.queryAllByRole('button')).toEqual([]);
  cleanup();
  show(backups, { canManage: true });
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Check the backup of 21 Nov 2026, 07:30 IST again',
    'Check the backup of 20 Nov 2026, 07:30 IST again',
    'Download the backup of 20 Nov 2026, 07:30 IST',
    'Restore the backup of 20 Nov 2026, 07:30 IST',
  ]);
});

test('an object store that does not answer is reported above the local backups', () => {
  expect(show([backup('21', null)], { problem: 'The store cannot be reached.' })).toHaveLength(1);
  expect(
    screen.getByText(/The backups at the backup location cannot be listed. The store cannot be reached/),
  ).toBeTruthy();
});

test('without a backup the list explains when one is made, and how a downloaded one is restored', () => {
  expect(show([])).toEqual([]);
  expect(screen.getByText(/No backups yet/)).toBeTruthy();
  expect(screen.getByText('npm run cli -- restore threadline-backup.tar')).toBeTruthy();
});

test.each([
  [{ everyHours: 24, keep: 7 }, 'A backup is made every day.'],
  [{ everyHours: 48, keep: 7 }, 'A backup is made every 48 hours.'],
  [{ everyHours: 0.25, keep: 7 }, 'A backup is made 15 minutes after a change, otherwise once a day.'],
  [{ everyHours: 0, keep: 7 }, 'Automatic backups are off.'],
])('the plan %j is a sentence', (plan, rhythm) => {
  expect(describePlan(plan)).toBe(`${rhythm} The 7 newest backups are kept, and one for each of the last 7 days.`);
  expect(describePlan({ ...plan, keep: 1 })).toBe(`${rhythm} Only the latest backup is kept.`);
});
