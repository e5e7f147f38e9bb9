import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BackupManifest } from '@threadline/schema/wire/backup';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import {
  allTitlesIn,
  image,
  imageRow,
  overwrite,
  readManifest,
  titleIn,
  useInstallation,
} from '../../test/backup-fixture.ts';
import { images } from '../platform/db/schema/core.ts';
import { isDue } from './schedule.ts';
import { verifyBackup } from './verify.ts';

const site = useInstallation();

test('a backup of a database in use is verified by restoring and rendering it [R16]', async () => {
  site.saveTitle('As it was');
  const backup = await site.store().make();
  expect(backup.verification).toMatchObject({ result: 'verified', at: site.deps().now().toISOString() });
  expect(backup.verification?.detail).toMatch(/2 files and \d+ pages are the same/);
  expect(titleIn(site.inBackup(backup.id, 'threadline.db'))).toBe('As it was');
  expect(readFileSync(site.inBackup(backup.id, 'media', image), 'utf8')).toBe('bytes of an image');
  expect(existsSync(site.inBackup(backup.id, 'keys', 'webhook-secret'))).toBe(false);
  expect(statSync(site.inBackup(backup.id)).mode & 0o077).toBe(0);
  expect(statSync(site.inBackup(backup.id, 'threadline.db')).mode & 0o077).toBe(0);
});

test('a backup made during saves contains every save up to one moment and none after it [R16]', async () => {
  let saves = 0;
  const writing = new AbortController();
  const written = (async () => {
    while (!writing.signal.aborted) {
      saves += 1;
      site.saveTitle(`Title ${saves}`);
      await nextTurn();
    }
  })();
  const { id, verification } = await site.store().make();
  writing.abort();
  await written;
  expect(verification).toMatchObject({ result: 'verified' });
  const file = site.inBackup(id, 'threadline.db');
  const [, last] = /^Title (\d+)$/.exec(String(titleIn(file))) ?? [];
  const copied = Number(last);
  expect(copied).toBeGreaterThan(0);
  expect(copied).toBeLessThan(saves);
  const [, ...saved] = allTitlesIn(file);
  expect(saved).toEqual(Array.from({ length: copied }, (_, n) => `Title ${n + 1}`));
});

test('a backup without an image file that a row names is damaged, even if the image is in the trash', async () => {
  const inTrash = `${'cd'.repeat(16)}-480.avif`;
  const row = { ...imageRow(inTrash), trashedAt: '2026-11-21T09:30:00.000Z' };
  site.deps().db.insert(images).values(row).run();
  const makeAndVerify = async () => (await site.store().make()).verification;
  expect(await makeAndVerify()).toMatchObject({
    result: 'damaged',
    detail: `The backup is damaged: media/${inTrash} is not in it.`,
  });
  site.deps().db.delete(images).where(eq(images.id, row.id)).run();
  site.clock().advance(1);
  expect(await makeAndVerify()).toMatchObject({ result: 'verified' });
  site.clock().advance(1);
  rmSync(site.inData('media', image));
  expect(await makeAndVerify()).toMatchObject({
    result: 'damaged',
    detail: expect.stringContaining(`media/${image}`),
  });
});

test('an image that was repaired with other bytes of the same size is backed up in its present state', async () => {
  await site.backUp();
  overwrite(site.inData('media', image), 'bytes of AN image');
  const { id, verification } = await site.store().make();
  expect(verification).toMatchObject({ result: 'verified' });
  expect(readFileSync(site.inBackup(id, 'media', image), 'utf8')).toBe('bytes of AN image');
});

test('changing the bytes of an image without a write makes the next backup damaged', async () => {
  const file = site.inData('media', image);
  const changedAt = 1_790_000_000;
  utimesSync(file, changedAt, changedAt);
  await site.backUp();
  writeFileSync(file, 'bytes of an imagE');
  utimesSync(file, changedAt, changedAt);
  expect((await site.store().make()).verification).toMatchObject({
    result: 'damaged',
    detail: `The backup is damaged: media/${image} has other bytes than were backed up.`,
  });
});

test('a backup is damaged if its site renders differently, and unverified if it cannot be rendered [R17]', async () => {
  const { id } = await site.store().make();
  const manifest = readManifest(site.inBackup(id));
  const verify = (change: Partial<BackupManifest>, lastResult?: 'verified' | 'unverified') =>
    verifyBackup(site.deps().config, { folder: site.inBackup(id), manifest: { ...manifest, ...change }, lastResult });
  const otherPages = { pages: { ...manifest.pages, '/': 'f'.repeat(64) } };
  expect(await verify(otherPages)).toMatchObject({
    result: 'damaged',
    detail: 'The backup is damaged: the restored site differs on /.',
  });
  // A later version of the software may render the same content differently.
  expect(await verify(otherPages, 'verified')).toMatchObject({ result: 'verified' });
  expect(await verify(otherPages, 'unverified')).toMatchObject({
    result: 'unverified',
    detail: expect.stringContaining('but the restored site differs on /.'),
  });
  expect(await verify({ pages: null })).toMatchObject({ result: 'unverified' });
  vi.stubEnv('RENDERER_DIR', site.inData('nowhere'));
  expect(await verify({})).toMatchObject({
    result: 'unverified',
    detail: expect.stringContaining('could not be rendered'),
  });
});

test('a verified backup stays verified if an update of the software renders other pages', async () => {
  const store = site.store();
  const { id } = await store.make();
  const file = site.inBackup(id, 'manifest.jsonl');
  const [header = '', ...lines] = readFileSync(file, 'utf8').split('\n');
  const { pages, ...others } = JSON.parse(header);
  const changed = JSON.stringify({ ...others, pages: { ...pages, '/': 'f'.repeat(64) } });
  writeFileSync(file, [changed, ...lines].join('\n'));
  const { verification } = await store.verify(id);
  expect(verification).toMatchObject({ result: 'verified', detail: expect.stringContaining('were the same before') });
});

test('the newest backups are kept, and the newest verified one whatever its age', async () => {
  const first = await site.store().make();
  vi.stubEnv('RENDERER_DIR', site.inData('nowhere'));
  const later: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    site.clock().advance(86_400_000);
    later.push((await site.store().make()).id);
  }
  const list = await site.store().listKnown();
  expect(list.map(({ id }) => id)).toEqual([later[2], later[1], first.id]);
  expect(list.map(({ verification }) => verification?.result)).toEqual(['unverified', 'unverified', 'verified']);
});

test('a call during a backup returns the same backup', async () => {
  const store = site.store();
  const [one, other] = await Promise.all([store.make(), store.make()]);
  expect(one.id).toBe(other.id);
  expect(await store.listKnown()).toHaveLength(1);
});

test.each([
  ['never', [], true],
  ['a day ago', ['2026-11-20T10:00:00.000Z'], true],
  ['a day ago but for a second', ['2026-11-20T10:00:01.000Z'], true],
  ['an hour ago', ['2026-11-21T09:00:00.000Z', '2026-11-01T09:00:00.000Z'], false],
  ['in the future, since the clock was set back', ['2026-12-24T10:00:00.000Z'], true],
])('with the last backup made %s, another one is due: %s', (_, times, due) => {
  const list = times.map((createdAt) => ({ createdAt }));
  expect(isDue(list, { intervalMs: 86_400_000, now: new Date('2026-11-21T10:00:00.000Z') })).toBe(due);
});

test('a restore needs another backup only if something was changed since the last one', async () => {
  const store = site.store();
  const { id } = await store.make();
  site.clock().advance(1000);
  await store.makeForRestore(id);
  expect(await store.listKnown()).toHaveLength(1);
  site.saveTitle('Changed since the backup.');
  await store.makeForRestore(id);
  expect(await store.listKnown()).toHaveLength(2);
});
