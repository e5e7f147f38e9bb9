import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BackupManifest } from '@threadline/schema/wire/backup';
import Database from 'better-sqlite3';
import { create, Header } from 'tar';
import { expect, test } from 'vitest';
import { image, overwrite, readManifest, useInstallation } from '../../test/backup-fixture.ts';
import { hashFile, manifestName, writeManifest } from './manifest.ts';
import { restoreBackup } from './restore.ts';

const site = useInstallation();

/** Creates an archive with forged content and a manifest that fits its files. */
async function forge(
  change: (folder: string, manifest: BackupManifest) => Promise<string[]> | string[],
): Promise<string> {
  const { id } = await site.store().make();
  const folder = site.inData('forged');
  cpSync(site.inBackup(id), folder, { recursive: true });
  const manifest = readManifest(folder);
  const more = await change(folder, manifest);
  await writeManifest(folder, manifest);
  const file = site.inData('forged.tar');
  await create({ cwd: folder, file, portable: true, preservePaths: true }, [
    manifestName,
    ...Object.keys(manifest.files).filter((name) => existsSync(join(folder, name))),
    ...more,
  ]);
  return file;
}

async function relist(folder: string, manifest: BackupManifest, name: string): Promise<void> {
  manifest.files[name] = await hashFile(join(folder, name));
}

type Forgery = (folder: string, manifest: BackupManifest) => string[];

const adding =
  (name: string): Forgery =>
  (folder) => {
    writeFileSync(join(folder, name), 'x');
    return [name];
  };
const listing =
  (name: string): Forgery =>
  (_folder, manifest) => {
    manifest.files[name] = { bytes: 1, sha256: 'a'.repeat(64) };
    return [];
  };
const linking: Forgery = (folder) => {
  symlinkSync('/etc/hostname', join(folder, 'link'));
  return ['link'];
};
const flipping: Forgery = (folder) => {
  const file = join(folder, 'threadline.db');
  const bytes = readFileSync(file);
  bytes[5000] = (bytes[5000] ?? 0) ^ 1;
  overwrite(file, bytes);
  return [];
};

test.each<[string, Forgery, string]>([
  ['a file that the manifest does not list', adding('extra'), 'which the manifest does not list'],
  ['a path outside the archive', adding('../outside'), 'which the manifest does not list'],
  ['a file twice', () => [`media/${image}`], 'twice'],
  ['a link', linking, 'not a plain file'],
  ['fewer files than the manifest lists', listing('media/lost.avif'), 'lacks media/lost.avif'],
  ['another size than in the manifest', listing('threadline.db'), 'differs in size'],
  ['other bytes than in the manifest', flipping, 'has other bytes'],
])('an archive with %s is refused, and nothing is written [E3, E5, R18]', async (_, change, reason) => {
  const archive = await forge((folder, manifest) => change(folder, manifest));
  site.stop();
  const before = site.everything();
  const { code, text } = await site.cli(['restore', archive]);
  expect([code, text]).toEqual([1, expect.stringContaining(reason)]);
  expect(site.everything()).toEqual(before);
});

test.each([
  [
    'a foreign trigger',
    'create trigger evil after insert on users begin delete from users; end',
    'trigger evil is not part',
  ],
  [
    'a changed trigger of this program',
    `drop trigger enquiry_inserted;
     create trigger enquiry_inserted after insert on enquiries begin
       update users set role = 'super_admin'; end`,
    'trigger enquiry_inserted differs from that of this program',
  ],
  ['a missing table', 'drop table audit_log', 'table audit_log is missing'],
  [
    'the version of a newer program',
    'insert into __drizzle_migrations (hash, created_at) values (1, 99999999999999)',
    'newer version',
  ],
])('a database with %s is refused, although its manifest fits [R18]', async (_, statement, reason) => {
  const archive = await forge(async (folder, manifest) => {
    const copy = new Database(join(folder, 'threadline.db'));
    copy.exec(statement);
    copy.close();
    await relist(folder, manifest, 'threadline.db');
    return [];
  });
  site.stop();
  const before = site.everything();
  const { code, text } = await site.cli(['restore', archive]);
  expect([code, text]).toEqual([1, expect.stringContaining(reason)]);
  expect(site.everything()).toEqual(before);
});

test('an archive whose compression ratio is too high is refused before it fills the disk [E3]', async () => {
  const archive = await forge(async (folder, manifest) => {
    writeFileSync(join(folder, 'media', 'bomb.avif'), Buffer.alloc(40 * 1024 * 1024));
    await relist(folder, manifest, 'media/bomb.avif');
    return [];
  });
  const bomb = `${archive}.gz`;
  writeFileSync(bomb, gzipSync(readFileSync(archive)));
  site.stop();
  const before = site.everything();
  const { code, text } = await site.cli(['restore', bomb]);
  expect([code, text]).toEqual([1, expect.stringContaining('is not a tar archive, or it is damaged')]);
  expect(site.everything()).toEqual(before);
});

test('a manifest that is a link is refused', async () => {
  const folder = site.inData('forged');
  mkdirSync(folder);
  symlinkSync('/etc/hostname', join(folder, manifestName));
  const file = site.inData('forged.tar');
  await create({ cwd: folder, file, portable: true }, [manifestName]);
  const { code, text } = await site.cli(['restore', file], site.newDataDir());
  expect([code, text]).toEqual([1, expect.stringContaining(`${file} is not a backup of this program`)]);
});

test('a file of an archive that no image row names is not added to the library', async () => {
  const archive = await forge(async (folder, manifest) => {
    writeFileSync(join(folder, 'media', 'stray.avif'), 'whatever');
    await relist(folder, manifest, 'media/stray.avif');
    return [];
  });
  const other = site.newDataDir();
  const { code, text } = await site.cli(['restore', archive], other);
  expect([code, text]).toEqual([0, expect.stringContaining('no image uses them: 1 files')]);
  expect(readdirSync(join(other, 'media'))).toEqual([image]);
});

test('an archive with ten thousand unlisted entries is refused, and nothing is written [E3]', async () => {
  const archive = await forge(() => []);
  const bytes = readFileSync(archive);
  let end = bytes.length;
  while (bytes.subarray(end - 512, end).every((byte) => byte === 0)) end -= 512;
  const entries = Array.from({ length: 10_000 }, (_, index) => {
    const block = Buffer.alloc(512);
    new Header({ path: `media/${index}.avif`, size: 0, mode: 0o600, type: 'File' }).encode(block, 0);
    return block;
  });
  writeFileSync(archive, Buffer.concat([bytes.subarray(0, end), ...entries, Buffer.alloc(1024)]));
  site.stop();
  const before = site.everything();
  const { code, text } = await site.cli(['restore', archive]);
  expect([code, text]).toEqual([1, expect.stringContaining('media/0.avif, which the manifest does not list')]);
  expect(site.everything()).toEqual(before);
});

test('an archive is refused before anything is unpacked if the disk lacks room', async () => {
  const archive = await forge(() => []);
  site.stop();
  const before = site.everything();
  const input = { source: archive, now: site.clock().now(), print: () => {} };
  const { dataDir } = site.deps().config;
  const restoring = restoreBackup({ dataDir, mediaStore: undefined }, { ...input, readFreeBytes: () => 4096 });
  await expect(restoring).rejects.toThrow(/^The archive holds \d+ bytes, and the disk has 4096 left\.$/);
  expect(site.everything()).toEqual(before);
  expect(
    (await restoreBackup({ dataDir, mediaStore: undefined }, { ...input, readFreeBytes: () => 10 ** 12 })).replaced,
  ).toBeDefined();
});
