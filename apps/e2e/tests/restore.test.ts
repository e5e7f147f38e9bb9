import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '../support/fixtures.ts';
import { readPage, signIn } from '../support/session.ts';
import { type Product, root, startProduct, until } from '../support/stack.ts';
import { copyFirstData } from '../support/use-product.ts';

const run = promisify(execFile);
const env = { SITE_URL: 'http://site.example' };

async function cli(dataDir: string, ...args: string[]): Promise<string> {
  const options = { cwd: root, env: { ...process.env, DATA_DIR: dataDir, ...env } };
  const { stdout } = await run(process.execPath, ['scripts/bootstrap.mjs', 'cli', ...args], options);
  return stdout;
}

const shows = ({ url }: Product, text: string) =>
  until(`visitors see "${text}"`, async () => (await readPage(url)).includes(text));

/** The id of a release contains its revision and a hash of all its files. */
async function liveRelease({ url }: Product): Promise<string> {
  return JSON.parse(await readPage(url, '/release.json')).id;
}

test('one archive restores the identical site on a clean machine, with images and accounts [E2, R17]', async () => {
  const first = await startProduct({ ...env, DATA_DIR: copyFirstData() });
  const session = await signIn(first.url);
  await session.save('hero', 'title', 'Before the disk was lost.');
  await shows(first, 'Before the disk was lost.');
  const release = await liveRelease(first);

  const { status, body } = await session.call<{ backup: { verification: { result: string; detail: string } } }>(
    '/api/backups',
    { method: 'POST' },
  );
  expect([status, body.backup.verification.result], body.backup.verification.detail).toEqual([201, 'verified']);
  const archive = join(mkdtempSync(join(tmpdir(), 'threadline-e2e-')), 'site.tar');
  expect(await cli(first.dataDir, 'backup', archive)).toContain('pages are the same');
  await session.save('hero', 'title', 'Written after the backup.');
  await shows(first, 'Written after the backup.');
  await first.stop();

  const dataDir = mkdtempSync(join(tmpdir(), 'threadline-e2e-'));
  expect(await cli(dataDir, 'restore', archive)).toContain('All users have to sign in again.');
  const second = await startProduct({ ...env, DATA_DIR: dataDir });
  await shows(second, 'Before the disk was lost.');
  expect(await liveRelease(second)).toBe(release);
  const again = await signIn(second.url);
  const { body: library } = await again.call<{ images: { url: string }[] }>('/api/upload/images');
  for (const { url } of library.images) expect((await fetch(second.url + url)).status).toBe(200);
  await again.save('hero', 'title', 'And on it goes.');
  await shows(second, 'And on it goes.');
  await second.stop();
});
