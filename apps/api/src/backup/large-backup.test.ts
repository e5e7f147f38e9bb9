import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { imageRow, overwrite, useInstallation } from '../../test/backup-fixture.ts';
import { backedUpFiles } from '../../test/config.ts';
import { images } from '../platform/db/schema/core.ts';
import { manifestName } from './manifest.ts';

const site = useInstallation();
const filesPerImage = 10;

/** Adds images whose files hold a few bytes each. */
function addImages(count: number): void {
  const rows = Array.from({ length: count / filesPerImage }, (_, index) => {
    const id = index.toString(16).padStart(32, '0');
    const row = imageRow(`${id}-0.avif`);
    const [first] = row.variants;
    if (!first) throw new Error('An image row has a variant.');
    const variants = Array.from({ length: filesPerImage }, (_, width) => ({
      ...first,
      url: `/media/${id}-${width}.avif`,
    }));
    for (const { url } of variants) writeFileSync(site.inData(url.slice(1)), url);
    return { ...row, variants };
  });
  const { db } = site.deps();
  db.transaction((tx) => {
    for (let from = 0; from < rows.length; from += 500)
      tx.insert(images)
        .values(rows.slice(from, from + 500))
        .run();
  });
}

test(`a backup of ${backedUpFiles} media files is packed, verified and restored`, { timeout: 1_800_000 }, async () => {
  addImages(backedUpFiles);
  const archive = site.inData('site.tar');
  const began = performance.now();
  const packed = await site.cli(['backup', archive]);
  expect([packed.code, packed.text]).toEqual([
    0,
    expect.stringContaining(`Restored for a test: ${backedUpFiles + 2} files`),
  ]);
  const packedAt = performance.now();
  const other = site.newDataDir();
  const restored = await site.cli(['restore', archive], other);
  expect([restored.code, restored.text]).toEqual([0, expect.stringContaining('Restored the state of')]);
  const seconds = (from: number, until: number) => ((until - from) / 1000).toFixed(1);
  process.stdout.write(
    `${backedUpFiles} files: backup ${seconds(began, packedAt)} s, restore ${seconds(packedAt, performance.now())} s\n`,
  );
  expect(readdirSync(join(other, 'media'))).toHaveLength(backedUpFiles + 1);
});

test('an archive that was damaged while it was written is not reported as a backup', async () => {
  const archive = site.inData('site.tar');
  const { code, text } = await site.cli(['backup', archive], undefined, (line) => {
    if (line.startsWith('Verifying')) flipByte(`${archive}.part`);
  });
  expect([code, text]).toEqual([1, expect.stringMatching(/The backup is damaged: .+ has other bytes/)]);
  expect(readdirSync(site.inData()).filter((name) => name.startsWith('site.tar'))).toEqual([]);
});

test('the backup command keeps an archive that it cannot verify, reports it and fails', async () => {
  const archive = site.inData('site.tar');
  vi.stubEnv('RENDERER_DIR', site.inData('nowhere'));
  const { code, text } = await site.cli(['backup', archive]);
  expect([code, text.split('\n').at(-1)]).toEqual([
    1,
    'The archive was written, but it could not be verified. The site could not be rendered when the backup was made.',
  ]);
  expect(existsSync(archive)).toBe(true);
});

test.each(['', '{"createdAt":', undefined])(
  'a backup whose summary is %j is listed as not verified',
  async (content) => {
    const id = await site.backUp();
    const [listed] = await site.store().listKnown();
    rmSync(site.inBackup(id, 'summary.json'));
    if (content !== undefined) writeFileSync(site.inBackup(id, 'summary.json'), content);
    expect(await site.store().listKnown()).toEqual([{ ...listed, verification: null }]);
    site.stop();
    const { code, text } = await site.cli(['restore', 'latest']);
    expect([code, text]).toEqual([
      1,
      expect.stringContaining('It holds 1 that failed verification or were not verified.'),
    ]);
    expect((await site.cli(['restore', id])).code).toBe(0);
  },
);

test('a backup whose summary and manifest are damaged is listed as damaged', async () => {
  const id = await site.backUp();
  overwrite(site.inBackup(id, 'summary.json'), '');
  overwrite(site.inBackup(id, manifestName), '');
  const createdAt = '2026-11-21T10:00:00.000Z';
  const detail = 'The backup is damaged: neither its summary nor its manifest can be read.';
  const verification = { at: createdAt, result: 'damaged', detail };
  expect(await site.store().listKnown()).toEqual([
    { id, place: 'local', createdAt, revision: 0, bytes: 0, files: 0, verification },
  ]);
});

test('backups are listed from their summaries', async () => {
  const id = await site.backUp();
  overwrite(site.inBackup(id, manifestName), 'not read');
  expect(await site.store().listKnown()).toMatchObject([{ id, files: 2, verification: { result: 'verified' } }]);
  expect(statSync(site.inBackup(id, 'summary.json')).size).toBeLessThan(1000);
});

/** Changes a byte in the middle of a file: in the database, the largest part of the archive. */
function flipByte(file: string): void {
  const descriptor = openSync(file, 'r+');
  const position = Math.floor(statSync(file).size / 2);
  const byte = Buffer.alloc(1);
  readSync(descriptor, byte, 0, 1, position);
  writeSync(descriptor, Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, position);
  closeSync(descriptor);
}
