import type { Dashboard } from '@threadline/schema/wire/dashboard';
import type { MailHealth } from '@threadline/schema/wire/enquiry';
import { expect, test } from 'vitest';
import { backup, system } from './system-fixture.ts';
import { getMailRow, listSystemRows } from './system-information.tsx';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const replica = { place: 'copies at s3.example.com', lagSeconds: 2, problem: null };
const row = (name: string, change: Partial<Dashboard['system']> = {}) =>
  listSystemRows({ ...system, ...change }, now).find((each) => each.name === name);

test('a healthy system is described as such', () => {
  expect([row('Version')?.text, row('Build')?.text]).toEqual(['0.1.0', '0123456, production']);
  expect(row('Database')).toMatchObject({ text: expect.stringContaining('all data checked'), isGood: true });
  expect(row('Last backup')).toMatchObject({
    text: expect.stringContaining(', at the backup location, verified'),
    isGood: true,
  });
  expect(row('Database', { integrity: null })).toEqual({
    name: 'Database',
    text: 'Working. The first check of all data is under way.',
  });
  expect(row('Backup location')).toEqual({ name: 'Backup location', text: 'mills-backups at s3.example.com' });
  expect(row('Backup location', { backupLocation: null })?.text).toBe(
    'this server only. If the server is lost, so are its backups.',
  );
  expect(row('Database copy')).toBeUndefined();
  expect(row('Database copy', { replica })).toEqual({
    name: 'Database copy',
    text: 'up to date, in copies at s3.example.com',
    isGood: true,
  });
  expect(row('Disk')).toMatchObject({ text: '5.0 GB of 10.0 GB free', isGood: true });
});

test.each<[string, string, Partial<Dashboard['system']>, string]>([
  ['no backup', 'Last backup', { lastBackup: null }, 'none yet'],
  [
    'a backup that was not verified',
    'Last backup',
    { lastBackup: { ...backup, verification: null } },
    'not verified yet',
  ],
  ['an old backup', 'Last backup', { lastBackup: { ...backup, createdAt: '2026-11-19T02:00:00.000Z' } }, '19 Nov'],
  [
    'a backup that could not be made',
    'Last backup',
    { backupFailure: { at: '2026-11-21T11:00:00.000Z', reason: 'Not enough room for a backup.' } },
    'last backup failed',
  ],
  ['a damaged page', 'Database', { integrity: { at: '2026-11-21T11:00:00.000Z', faults: ['page 3'] } }, 'page 3'],
  ['a database that cannot be written', 'Database', { storageProblem: 'The disk is full.' }, 'The disk is full.'],
  [
    'an off-site copy that cannot be written',
    'Database copy',
    { replica: { ...replica, problem: 'The store copies at s3.example.com refuses the key.' } },
    'refuses the key',
  ],
  ['an off-site copy that is behind', 'Database copy', { replica: { ...replica, lagSeconds: 90 } }, 'behind'],
  ['a full disk', 'Disk', { disk: { freeBytes: 1024, totalBytes: 1024 ** 3 } }, '0.0 GB'],
])('%s needs attention', (_name, name, change, words) => {
  expect(row(name, change)).toMatchObject({ text: expect.stringContaining(words), isGood: false });
});

test('undelivered and untested mail needs attention', () => {
  const mail: MailHealth = { mode: 'smtp', problem: null, isVerified: true, pendingSince: null };
  expect(getMailRow(mail, now)).toMatchObject({ isGood: true });
  expect(getMailRow({ ...mail, mode: 'files' }, now)).toMatchObject({ isGood: false });
  expect(getMailRow({ ...mail, problem: 'It is down.' }, now)).toMatchObject({
    isGood: false,
    text: expect.stringContaining('It is down.'),
  });
  expect(getMailRow({ ...mail, isVerified: false }, now)).toEqual({
    name: 'Email',
    text: 'set up, not tested yet',
    isGood: false,
  });
});
