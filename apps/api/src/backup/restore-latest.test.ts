import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { image, overwrite, titleIn, useInstallation } from '../../test/backup-fixture.ts';
import { markRecovery } from '../operations/recovery/serve.ts';

const site = useInstallation();

/** Ends the server and removes the write-ahead log, as after a clean stop. */
async function backUpAndStop(): Promise<void> {
  site.saveTitle('In the backup');
  await site.backUp();
  site.saveTitle('After the backup');
  site.stop();
}

test.each<[string, (file: string) => void]>([
  ['is missing', (file) => rmSync(file)],
  ['is empty', (file) => truncateSync(file, 0)],
  ['is truncated', (file) => truncateSync(file, 10_000)],
  ['is corrupt', (file) => overwrite(file, damage(readFileSync(file), 4096))],
  ['has a damaged header', (file) => overwrite(file, damage(readFileSync(file), 0))],
  ['is not a database', (file) => overwrite(file, 'This is not a database.')],
])('restore latest restores the newest verified backup when the database %s', async (_, harm) => {
  await backUpAndStop();
  harm(site.inData('threadline.db'));
  rmSync(site.inData('media', image));
  const { code, text } = await site.cli(['restore', 'latest']);
  expect([code, text]).toEqual([0, expect.stringContaining('Restored the state of 2026-11-21T10:00:00.000Z')]);
  expect(titleIn(site.inData('threadline.db'))).toBe('In the backup');
  expect(readFileSync(site.inData('media', image), 'utf8')).toBe('bytes of an image');
});

test.each([
  ['empty', ''],
  ['garbage', '\0\0garbage'],
])('restore latest works when every key file is %s', async (_, content) => {
  mkdirSync(site.inData('keys'));
  const keys = ['erasure-key', 'token-key.pem', 'webhook-secret', 'second-factor-key'];
  for (const name of keys) writeFileSync(site.inData('keys', name), content);
  await backUpAndStop();
  // The key is needed to repeat an erasure that is newer than the backup.
  site.change(`insert into erasures (at, reason, email_hash, enquiries, messages, subscribers)
    values ('2026-11-21T10:00:30.000Z', 'request', '01234567:${'ab'.repeat(32)}', 0, 0, 0)`);
  const { code, text } = await site.cli(['restore', 'latest']);
  expect([code, text]).toEqual([0, expect.stringContaining('Restored the state of')]);
  expect(text).toContain('repeat the erasures made since the backup');
  expect(titleIn(site.inData('threadline.db'))).toBe('In the backup');
  for (const name of keys) expect(readFileSync(site.inData('keys', name), 'utf8')).toBe(content);
});

test.each(['', 'garbage'])('a key file that holds "%s" is replaced by that of the archive', async (content) => {
  mkdirSync(site.inData('keys'));
  const key = `whsec_${'a'.repeat(43)}=`;
  writeFileSync(site.inData('keys', 'webhook-secret'), key);
  const archive = site.inData('site.tar');
  expect((await site.cli(['backup', archive, '--with-keys'])).code).toBe(0);
  site.stop();
  overwrite(site.inData('keys', 'webhook-secret'), content);
  expect((await site.cli(['restore', archive])).code).toBe(0);
  expect(readFileSync(site.inData('keys', 'webhook-secret'), 'utf8')).toBe(key);
});

test('a restore reports whether the server has to be started', async () => {
  await backUpAndStop();
  const { dataDir } = site.deps().config;
  expect((await site.cli(['restore', 'latest'])).text).toContain('\nStart the server: it publishes');
  const unmark = markRecovery(dataDir);
  onTestFinished(unmark);
  const duringRecovery = await site.cli(['restore', 'latest']);
  expect(duringRecovery.text).toContain('The running server leaves recovery mode by itself');
  expect(duringRecovery.text).not.toContain('Start the server');
  mkdirSync(site.inData('keys'), { recursive: true });
  writeFileSync(site.inData('keys', 'network-key'), '');
  const { text } = await site.cli(['restore', 'latest']);
  expect(text).toMatch(/is in recovery mode until this is repaired, too:\nThe key file .*network-key is empty/);
});

test('restore latest skips a newer damaged backup', async () => {
  await backUpAndStop();
  const file = site.inBackup('2026-11-21T11-00-00-000Z', 'summary.json');
  mkdirSync(site.inBackup('2026-11-21T11-00-00-000Z'));
  const verification = { at: '2026-11-21T11:01:00.000Z', result: 'damaged', detail: 'A file is missing.' };
  writeFileSync(
    file,
    JSON.stringify({ createdAt: '2026-11-21T11:00:00.000Z', revision: 2, bytes: 1, files: 1, verification }),
  );
  const { code, text } = await site.cli(['restore', 'latest']);
  expect([code, text]).toEqual([0, expect.stringContaining('Restored the state of 2026-11-21T10:00:00.000Z')]);
});

test('restore latest reports that there is no verified backup, and changes nothing', async () => {
  site.stop();
  const before = site.everything();
  const { code, text } = await site.cli(['restore', 'latest']);
  expect([code, text]).toEqual([
    1,
    `There is no verified backup in ${site.inData('backups')}. Is DATA_DIR right? A backup location that was set up in the admin is only known while the database can be read: otherwise name it in BACKUP_URL. If so, name an archive: restore <file.tar>.`,
  ]);
  expect(site.everything()).toEqual(before);
});

/** Returns a copy whose bytes are overwritten from a position on. */
function damage(bytes: Buffer, from: number): Buffer {
  return Buffer.concat([bytes.subarray(0, from), Buffer.alloc(bytes.length - from, 0xa5)]);
}
