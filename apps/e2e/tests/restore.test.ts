import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createBucket } from '../../../packages/object-store/test/test-bucket.ts';
import { startCeph } from '../../../scripts/ceph-server.mjs';
import { openScreen } from '../support/admin-screen.ts';
import { expect, test } from '../support/fixtures.ts';
import { readPage, signIn } from '../support/session.ts';
import { type Product, root, startProduct, until } from '../support/stack.ts';
import { copyFirstData } from '../support/use-product.ts';

const run = promisify(execFile);
const env = { SITE_URL: 'http://site.example' };

async function cli(dataDir: string, args: string[], more: Record<string, string> = {}): Promise<string> {
  const options = { cwd: root, env: { ...process.env, DATA_DIR: dataDir, ...env, ...more } };
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
  expect(await cli(first.dataDir, ['backup', archive])).toContain('pages are the same');
  await session.save('hero', 'title', 'Written after the backup.');
  await shows(first, 'Written after the backup.');
  await first.stop();

  const dataDir = mkdtempSync(join(tmpdir(), 'threadline-e2e-'));
  expect(await cli(dataDir, ['restore', archive])).toContain('All users have to sign in again.');
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

test('a super admin restores a backup in the admin, and the site goes on from it', async ({ browser }) => {
  const stack = await startProduct({ DATA_DIR: copyFirstData() });
  try {
    const session = await signIn(stack.url);
    await session.save('hero', 'title', 'The text of the backup.');
    await shows(stack, 'The text of the backup.');
    const { status } = await session.call('/api/backups', { method: 'POST' });
    expect(status).toBe(201);
    await session.save('hero', 'title', 'A mistake after the backup.');
    await shows(stack, 'A mistake after the backup.');

    const { page } = await openScreen({ browser, stack }, '/admin/settings/backup');
    await page.getByRole('button', { name: /^Check the backup of/ }).click();
    await page.getByText(/^The backup of .* is verified: it can be restored\.$/).waitFor();
    await page.getByRole('button', { name: /^Download the backup of/ }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download this backup' }).click();
    expect((await download).suggestedFilename()).toMatch(/^threadline-backup-.+\.tar$/);
    await page.getByRole('button', { name: /^Restore the backup of/ }).click();
    await page.getByRole('button', { name: 'Restore this backup' }).click();
    await page.getByRole('dialog', { name: 'One moment' }).waitFor();
    await page.waitForURL('**/admin/login', { timeout: 60_000 });
    await page.getByText(/^The backup of .+ was restored\. Sign in again\.$/).waitFor();
    await shows(stack, 'The text of the backup.');
    const again = await signIn(stack.url);
    const { body } = await again.call<{ entries: { action: string }[] }>('/api/audit');
    expect(body.entries.map(({ action }) => action)).toContain('backup.restored');
    await again.save('hero', 'title', 'And on it goes.');
    await shows(stack, 'And on it goes.');
  } finally {
    await stack.stop();
  }
});

test('a site with images and backups in object stores is restored after the machine is destroyed', async () => {
  const server = await startCeph();
  test.skip(!server, 'The packages of Ceph cannot be fetched.');
  const url = server?.url ?? '';
  const stores = { STORAGE_URL: await createBucket(url, '/images'), BACKUP_URL: await createBucket(url, '/backups') };
  try {
    const dataDir = copyFirstData();
    const moved = await cli(dataDir, ['media', 'copy', 'to-store', '--delete-source'], stores);
    expect(moved).toMatch(/^(\d+) of \1 files were copied/m);
    expect(readdirSync(join(dataDir, 'media'))).toEqual([]);
    const first = await startProduct({ ...env, ...stores, DATA_DIR: dataDir });
    const session = await signIn(first.url);
    await session.save('hero', 'title', 'Before the machine was lost.');
    await shows(first, 'Before the machine was lost.');
    const release = await liveRelease(first);
    const { status, body } = await session.call<{ backup: { place: string; verification: { result: string } } }>(
      '/api/backups',
      { method: 'POST' },
    );
    expect([status, body.backup.place, body.backup.verification.result]).toEqual([201, 'off-site', 'verified']);
    await first.stop('SIGKILL');
    await until('all processes have ended', () => first.processes().length === 0);
    rmSync(dataDir, { recursive: true });

    expect(await cli(dataDir, ['restore', 'latest'], stores)).toContain('All users have to sign in again.');
    const second = await startProduct({ ...env, ...stores, DATA_DIR: dataDir });
    await shows(second, 'Before the machine was lost.');
    expect(await liveRelease(second)).toBe(release);
    const { body: library } = await (await signIn(second.url)).call<{ images: { url: string }[] }>(
      '/api/upload/images',
    );
    expect(library.images.length).toBeGreaterThan(0);
    for (const { url } of library.images) expect((await fetch(second.url + url)).status).toBe(200);
    expect(existsSync(join(dataDir, 'media'))).toBe(false);
    await second.stop();
  } finally {
    await server?.stop();
  }
});
