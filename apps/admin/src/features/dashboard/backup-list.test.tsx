import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import type { Backup } from '@threadline/schema/backup';
import { expect, test } from 'vitest';
import { offlineClient } from '../../test-render.tsx';
import { BackupList } from './backup-list.tsx';

const backup = (day: string, verification: Backup['verification']): Backup => ({
  id: `2026-11-${day}T02-00-00-000Z`,
  createdAt: `2026-11-${day}T02:00:00.000Z`,
  revision: 9,
  bytes: 3 * 1024 * 1024,
  files: 12,
  verification,
});
const verificationOf = (result: 'verified' | 'damaged', detail: string) => ({
  at: '2026-11-21T02:01:00.000Z',
  result,
  detail,
});

function show(backups: Backup[]) {
  render(
    <QueryClientProvider client={offlineClient([[['dashboard', 'backups'], backups]])}>
      <BackupList />
    </QueryClientProvider>,
  );
  return screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
}

test('each backup says when it was made, how large it is and what its verification says', () => {
  const rows = show([
    backup('22', null),
    backup('21', verificationOf('damaged', 'A file is missing.')),
    backup('20', verificationOf('verified', 'It was restored.')),
  ]);
  expect(rows).toEqual([
    '22 Nov 2026, 07:30 IST3.0 MB, 12 filesnot tested yet',
    '21 Nov 2026, 07:30 IST3.0 MB, 12 filesdamagedA file is missing.',
    '20 Nov 2026, 07:30 IST3.0 MB, 12 filesverified',
  ]);
});

test('the command to restore names the newest one that was verified, not a damaged one that is newer', () => {
  show([backup('21', verificationOf('damaged', '')), backup('20', verificationOf('verified', ''))]);
  expect(screen.getByText('npm run cli -- restore 2026-11-20T02-00-00-000Z')).toBeTruthy();
});

test('a damaged backup is never the one to restore', () => {
  show([backup('21', verificationOf('damaged', ''))]);
  expect(screen.queryByText(/restore 2026/)).toBeNull();
});

test('without a backup there is still a word on how one is made and brought back', () => {
  expect(show([])).toEqual([]);
  expect(screen.getByText(/There is none yet/)).toBeTruthy();
  expect(screen.getByText('npm run cli -- backup /mnt/elsewhere/site.tar')).toBeTruthy();
});
