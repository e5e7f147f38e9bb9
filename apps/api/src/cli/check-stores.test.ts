import { expect, inject, test } from 'vitest';
import { refuseAll, startFaultyStore } from '../../../../packages/object-store/test/faulty-store.ts';
import { createTestBucket } from '../../../../packages/object-store/test/test-bucket.ts';
import { imageRow, locationRow } from '../../test/backup-fixture.ts';
import { createInstallation } from '../../test/cli-fixture.ts';
import { loadConfig } from '../config.ts';
import { backupLocation, images } from '../platform/db/schema/core.ts';

const testWithStore = test.skipIf(inject('objectStore') === '');
const url = (bucket: string, key = 'canary-key') =>
  `s3+https://${key}:canary-secret@s3.example.com/${bucket}?region=auto`;

async function runDoctor(env: Record<string, string>): Promise<string> {
  const installation = createInstallation({ env });
  installation.open();
  return (await installation.cli(['doctor'])).out;
}

testWithStore('doctor tries both stores, and reports that there is no backup yet', async () => {
  const env = { STORAGE_URL: await createTestBucket('/a'), BACKUP_URL: await createTestBucket('/b') };
  const out = await runDoctor(env);
  expect(out).toMatch(/^ok +STORAGE_URL: the store test-\S+\/a at \S+ can be read and written\.$/m);
  expect(out).toMatch(/^warn +There is no verified backup, in the store test-\S+\/b at \S+ yet/m);
});

test('doctor reports that STORAGE_URL names the backup location of the admin', async () => {
  const shared = await startFaultyStore(refuseAll);
  const installation = createInstallation({ env: { STORAGE_URL: shared } });
  installation.open().db.insert(backupLocation).values(locationRow(shared)).run();
  const { code, out } = await installation.cli(['doctor']);
  expect(out).toMatch(
    /^fail +STORAGE_URL names the place of the backups that was set up in the admin: bucket at \S+ /m,
  );
  expect(code).toBe(1);
});

test('doctor counts images whose files are missing, and names the command that moves them', async () => {
  const installation = createInstallation({ env: {} });
  const { db } = installation.open();
  db.insert(images)
    .values(imageRow(`${'ab'.repeat(16)}-480.avif`))
    .run();
  const { out } = await installation.cli(['doctor']);
  expect(out).toMatch(
    /^fail +1 of 1 image files are not in \S+\/media as they should be: .+ is missing\..+media copy/m,
  );
});

test('doctor reports a store that refuses the key, without key and secret', async () => {
  const refused = await startFaultyStore(refuseAll);
  const out = await runDoctor({ STORAGE_URL: refused, BACKUP_URL: refused.replace('/bucket', '/backups') });
  expect(out).toMatch(/^fail +The store bucket at \S+ refuses the access key \(AccessDenied\)\.$/m);
  expect(out).toMatch(/^fail +The store backups at \S+ refuses the access key \(AccessDenied\)\.$/m);
  expect(out).not.toContain('canary');
});

test('backups are never stored among the images, whatever the key', () => {
  expect(() => loadConfig({ STORAGE_URL: url('site'), BACKUP_URL: url('site', 'another') })).toThrow(
    'STORAGE_URL, BACKUP_URL and REPLICA_URL must name different buckets or prefixes.',
  );
  expect(() => loadConfig({ STORAGE_URL: url('site/images'), BACKUP_URL: url('site/backups') })).not.toThrow();
});

test.each(['STORAGE_URL', 'BACKUP_URL'])('a mistake in %s is reported without the value', (name) => {
  const value = 's3+https://canary-key:canary-secret@s3.example.com/bucket';
  expect(() => loadConfig({ [name]: value })).toThrow(`${name} must have a region`);
  expect(() => loadConfig({ [name]: value })).not.toThrow('canary');
});
