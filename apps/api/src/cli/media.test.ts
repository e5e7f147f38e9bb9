import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { holdLock } from '@threadline/config/process-lock';
import { openObjectStore } from '@threadline/object-store/object-store';
import { parseStoreUrl } from '@threadline/object-store/store-url';
import { expect, inject, test } from 'vitest';
import { startFaultProxy } from '../../../../packages/object-store/test/fault-proxy.ts';
import { createTestBucket } from '../../../../packages/object-store/test/test-bucket.ts';
import { image, imageRow, useInstallation } from '../../test/backup-fixture.ts';
import { images } from '../platform/db/schema/core.ts';

const testWithStore = test.skipIf(inject('objectStore') === '');
const site = useInstallation();
const count = 40;

/** Adds images with one file each. @returns the URL of an empty store, and the names of all files */
async function prepare(): Promise<{ url: string; names: string[] }> {
  const names = [image];
  for (let index = 0; index < count; index += 1) {
    const name = `${index.toString(16).padStart(32, '0')}-480.avif`;
    site.deps().db.insert(images).values(imageRow(name)).run();
    writeFileSync(site.inData('media', name), `bytes of image ${index}`);
    names.push(name);
  }
  const url = await createTestBucket('/images');
  site.env().STORAGE_URL = url;
  return { url, names: names.sort() };
}

async function listStore(url: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of openObjectStore(parseStoreUrl(url)).list('')) keys.push(key.slice('media/'.length));
  return keys.sort();
}

const countPuts = (requests: string[]) => requests.filter((each) => each.startsWith('PUT')).length;

testWithStore(
  'images are copied to the store and back, and the source stays until its removal is asked for',
  async () => {
    const { url, names } = await prepare();
    const there = await site.cli(['media', 'copy', 'to-store']);
    expect([there.code, there.text]).toEqual([
      0,
      expect.stringMatching(/^41 of 41 files were copied; .+\nSet STORAGE_URL/),
    ]);
    expect(there.bars).toContain('Copying');
    expect([await listStore(url), readdirSync(site.inData('media')).sort()]).toEqual([names, names]);
    const again = await site.cli(['media', 'copy', 'to-store', '--delete-source']);
    expect([again.code, again.text]).toEqual([0, expect.stringMatching(/^0 of 41 .+\nThe source is empty now/)]);
    expect(readdirSync(site.inData('media'))).toEqual([]);
    const back = await site.cli(['media', 'copy', 'to-folder']);
    expect([back.code, back.text]).toEqual([0, expect.stringMatching(/^41 of 41 .+\nRemove STORAGE_URL/)]);
    expect(readdirSync(site.inData('media')).sort()).toEqual(names);
    expect(readFileSync(site.inData('media', image), 'utf8')).toBe('bytes of an image');
    expect(await listStore(url)).toEqual(names);
  },
);

testWithStore.each(['to-store', 'to-folder'])('a copy %s that is killed half-way continues', async (direction) => {
  const { url, names } = await prepare();
  if (direction === 'to-folder') await site.cli(['media', 'copy', 'to-store', '--delete-source']);
  const proxy = await startFaultProxy(url);
  const program = resolve(import.meta.dirname, '../cli.ts');
  const env = { DATA_DIR: site.inData(), PORT: '4', STORAGE_URL: proxy.url };
  const command = spawn(process.execPath, [program, 'media', 'copy', direction], { env, stdio: 'ignore' });
  const ended = once(command, 'exit');
  const method = direction === 'to-store' ? 'PUT' : 'GET';
  proxy.refuseWhen(() => {
    if (proxy.paths.filter((each) => each.startsWith(method)).length === 20) command.kill('SIGKILL');
    return undefined;
  });
  expect(await ended).toEqual([null, 'SIGKILL']);
  const arrived =
    direction === 'to-store'
      ? await listStore(url)
      : readdirSync(site.inData('media')).filter((name) => /avif$/.test(name));
  expect(arrived.length).toBeGreaterThan(5);
  expect(arrived.length).toBeLessThan(names.length);
  const { code, text } = await site.cli(['media', 'copy', direction]);
  const rest = names.length - arrived.length;
  expect([code, text]).toEqual([0, expect.stringContaining(`${rest} of 41 files were copied`)]);
  if (direction === 'to-store') expect(await listStore(url)).toEqual(names);
  else
    for (const name of names)
      expect(readFileSync(site.inData('media', name), 'utf8')).toMatch(/^bytes of (?:an )?image/);
});

testWithStore('files that differ or are missing are named, and nothing is replaced or removed', async () => {
  const { url } = await prepare();
  await site.cli(['media', 'copy', 'to-store']);
  writeFileSync(site.inData('media', image), 'other bytes');
  const missing = `${'0'.repeat(32)}-480.avif`;
  rmSync(site.inData('media', missing));
  await openObjectStore(parseStoreUrl(url)).delete(`media/${missing}`);
  const { code, text } = await site.cli(['media', 'copy', 'to-store', '--delete-source']);
  expect(code).toBe(1);
  expect(text).toContain(`${image} differs, and was not replaced`);
  expect(text).toContain(`${missing} is missing in both places`);
  expect(readFileSync(site.inData('media', image), 'utf8')).toBe('other bytes');
  expect(readdirSync(site.inData('media'))).toHaveLength(count);
});

testWithStore('the source is not removed while a server runs', async () => {
  const { names } = await prepare();
  const release = holdLock(site.inData(), 'api');
  const { code, text } = await site.cli(['media', 'copy', 'to-store', '--delete-source']);
  release();
  expect([code, text]).toEqual([1, expect.stringContaining('is in use')]);
  expect(readdirSync(site.inData('media')).sort()).toEqual(names);
});

testWithStore('a store that stops answering ends the copy with a sentence', async () => {
  const { url } = await prepare();
  const proxy = await startFaultProxy(url);
  proxy.refuseWhen((method) => (method === 'PUT' && countPuts(proxy.paths) > 10 ? 403 : undefined));
  site.env().STORAGE_URL = proxy.url;
  const { code, text } = await site.cli(['media', 'copy', 'to-store']);
  expect([code, text]).toEqual([1, expect.stringMatching(/^The store .+ Run the command again: it continues/)]);
});

test.each([
  [['to-store'], 1, 'STORAGE_URL is not set'],
  [['away'], 2, 'say to-store or to-folder'],
] as const)('media copy %j is refused', async (args, exitCode, sentence) => {
  const { code, text } = await site.cli(['media', 'copy', ...args]);
  expect([code, text]).toEqual([exitCode, expect.stringContaining(sentence)]);
});
