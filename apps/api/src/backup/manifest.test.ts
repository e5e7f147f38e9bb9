import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BackupManifest, maxBackupFiles } from '@threadline/schema/wire/backup';
import { expect, test } from 'vitest';
import { newTempFolder } from '../../test/temp-folders.ts';
import { manifestName, readManifest, writeManifest } from './manifest.ts';

function createManifest(fileCount: number): BackupManifest {
  const files: BackupManifest['files'] = {};
  for (let index = 0; index < fileCount; index += 1)
    files[`media/${index.toString(16).padStart(200, '0')}.avif`] = { bytes: index, sha256: 'ab'.repeat(32) };
  const site = { revision: 1, pages: { '/': 'cd'.repeat(32) }, siteUrl: 'http://site.test' };
  const about = { madeBy: '0.1.0', createdAt: '2026-11-21T10:00:00.000Z' };
  return { format: 'threadline-backup', formatVersion: 3, ...about, ...site, site: '', files, named: {} };
}

test('a manifest of more than 64 MiB is read back unchanged', async () => {
  const folder = newTempFolder();
  const manifest = createManifest(250_000);
  await writeManifest(folder, manifest);
  expect(statSync(join(folder, manifestName)).size).toBeGreaterThan(64 * 1024 ** 2);
  const read = await readManifest(folder);
  expect({ ...read, files: {} }).toEqual({ ...manifest, files: {} });
  expect(JSON.stringify(read.files) === JSON.stringify(manifest.files)).toBe(true);
});

const harms: [string, (file: string) => void][] = [
  ['is cut off within a line', (file) => truncateSync(file, statSync(file).size - 10)],
  [
    'lacks its last line',
    (file) => writeFileSync(file, `${readFileSync(file, 'utf8').trimEnd().split('\n').slice(0, -1).join('\n')}\n`),
  ],
  [
    'contains a line twice',
    (file) =>
      writeFileSync(
        file,
        readFileSync(file, 'utf8').replace(/(\{"name".*\n)\{.*\n/, (_, line) => line + line),
      ),
  ],
  [
    'declares more files than a backup may contain',
    (file) =>
      writeFileSync(file, readFileSync(file, 'utf8').replace('"fileCount":3', `"fileCount":${maxBackupFiles + 1}`)),
  ],
  ['has a path outside the backup', (file) => replaceIn(file, 'media/', '../media/')],
  ['has a line without an end', (file) => writeFileSync(file, 'x'.repeat(5 * 1024 ** 2))],
  ['is empty', (file) => truncateSync(file, 0)],
];

test.each(harms)('a manifest that %s is refused', async (_, harm) => {
  const folder = newTempFolder();
  await writeManifest(folder, createManifest(3));
  await readManifest(folder);
  harm(join(folder, manifestName));
  await expect(readManifest(folder)).rejects.toThrow(/is not the manifest of a backup that this version can read\.$/);
});

function replaceIn(file: string, text: string, replacement: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace(text, replacement));
}
