import type { Dashboard } from '@threadline/schema/wire/dashboard';

export const backup: NonNullable<Dashboard['system']['lastBackup']> = {
  id: '2026-11-21T02-00-00-000Z',
  place: 'off-site',
  createdAt: '2026-11-21T02:00:00.000Z',
  revision: 9,
  bytes: 1,
  files: 1,
  verification: { at: '2026-11-21T02:01:00.000Z', result: 'verified', detail: '' },
};
/** A system without faults. */
export const system: Dashboard['system'] = {
  version: '0.1.0',
  environment: 'production',
  commit: '0123456789abcdef',
  node: '26.0.0',
  database: 'connected',
  storageProblem: null,
  integrity: { at: '2026-11-21T11:00:00.000Z', faults: [] },
  lastBackup: backup,
  backupLocation: 'mills-backups at s3.example.com',
  backupFailure: null,
  replica: null,
  disk: { freeBytes: 5 * 1024 ** 3, totalBytes: 10 * 1024 ** 3 },
  uptimeSeconds: 60,
  dataBytes: 1024,
};
