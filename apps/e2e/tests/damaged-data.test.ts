import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { holdLock } from '@threadline/config/process-lock';
import Database from 'better-sqlite3';
import { expect, prepared, test } from '../support/fixtures.ts';
import { call, readPage, signIn } from '../support/session.ts';
import { isAlive, isHealthy, type Product, root, startProduct, until } from '../support/stack.ts';
import { copyFirstData, copySeedWithoutImages } from '../support/use-product.ts';

const run = promisify(execFile);

async function cli(dataDir: string, ...args: string[]): Promise<string> {
  const options = { cwd: root, env: { ...process.env, DATA_DIR: dataDir } };
  const { stdout } = await run(process.execPath, ['scripts/bootstrap.mjs', 'cli', ...args], options);
  return stdout;
}

function killApi(stack: Product): void {
  const pid = stack.pidOf('api');
  // `kill` would take a missing one for a group of processes.
  if (!pid) throw new Error('The API does not run.');
  process.kill(pid, 'SIGKILL');
}

/** Changes one bit and keeps the size. Released files are read-only. */
function flipBit(file: string): void {
  const body = readFileSync(file);
  body[body.length >> 1] = (body[body.length >> 1] ?? 0) ^ 1;
  chmodSync(file, 0o644);
  writeFileSync(file, body);
}

/** Removes the port, which differs between the products of the tests. */
const withoutPort = (page: string) => page.replaceAll(/localhost:\d+/g, 'localhost');

const getReleasesFolder = (dataDir: string) => join(dataDir, 'releases');
const getCurrentRelease = (dataDir: string) =>
  join(getReleasesFolder(dataDir), readlinkSync(join(getReleasesFolder(dataDir), 'current')));

// The tests of the publisher and of the release server cover each kind of damage; here both repair it together.
for (const [title, damage] of [
  ['a bit of a page is flipped', (dataDir) => flipBit(join(getCurrentRelease(dataDir), 'public/index.html'))],
  [
    'there is no release at all',
    (dataDir) => {
      rmSync(getReleasesFolder(dataDir), { recursive: true });
      mkdirSync(getReleasesFolder(dataDir));
    },
  ],
] as [string, (dataDir: string) => void][]) {
  test(`the same site is served after a start when ${title}`, async () => {
    const dataDir = copyFirstData();
    const onDisk = () => withoutPort(readFileSync(join(getCurrentRelease(dataDir), 'public/index.html'), 'utf8'));
    const page = onDisk();
    damage(dataDir);
    const stack = await startProduct({ DATA_DIR: dataDir });
    const isPublished = async () =>
      existsSync(join(getReleasesFolder(dataDir), 'current')) && withoutPort(await readPage(stack.url)) === page;
    await until('the page is the one that was published', isPublished);
    expect(onDisk()).toBe(page);
    const brotli = await fetch(stack.url, { headers: { 'accept-encoding': 'br' } });
    expect([brotli.headers.get('content-encoding'), withoutPort(await brotli.text())]).toEqual(['br', page]);
    expect(await stack.stop()).toBe(0);
  });
}

test('the page stays up when damage appears during the start', async () => {
  const dataDir = copyFirstData();
  damageLarge(join(dataDir, 'threadline.db'), 'consents');
  const stack = await startProduct({ DATA_DIR: dataDir }, isAlive);
  await until('the start is over', () => stack.output().includes('runs, but is not healthy'));
  expect(stack.output()).toContain('The database is damaged.');
  expect((await fetch(stack.url)).status).toBe(200);
  expect(await stack.stop()).toBe(0);
});

test('visitors get a page of status 503 when there is no release and the publisher cannot render', async () => {
  const dataDir = copyFirstData();
  rmSync(join(dataDir, 'releases'), { recursive: true });
  // The publisher cannot create its folder.
  rmSync(join(dataDir, 'publisher'), { recursive: true, force: true });
  writeFileSync(join(dataDir, 'publisher'), '');
  const stack = await startProduct({ DATA_DIR: dataDir }, isAlive);
  await until('the start is over', () => stack.output().includes('runs, but is not healthy'));
  const reply = await fetch(stack.url);
  expect([reply.status, await reply.text()]).toEqual([503, expect.stringContaining('This page is being prepared.')]);
  expect(await stack.stop()).toBe(0);
});

/** Starts the product with damaged data and waits for recovery mode. */
async function startInRecovery(damage: (dataDir: string) => void): Promise<Product & { page: string }> {
  const dataDir = copyFirstData();
  const page = readFileSync(join(getCurrentRelease(dataDir), 'public/index.html'), 'utf8');
  damage(dataDir);
  const stack = await startProduct({ DATA_DIR: dataDir }, isAlive);
  await until('the start is over', () => stack.output().includes('(recovery mode) after'));
  return { ...stack, output: stack.output, page };
}

/** Overwrites the first page of a table in a database of more than 64 MB, which is not fully checked at start. */
function damageLarge(file: string, table = 'content_items'): void {
  const db = new Database(file);
  db.exec('create table filler (content); insert into filler values (zeroblob(70000000))');
  const page = db.prepare('select rootpage from sqlite_master where name = ?').pluck().get(table) as number;
  const size = db.pragma('page_size', { simple: true }) as number;
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(size, 0xff), 0, size, (page - 1) * size);
  closeSync(descriptor);
}

const enquiry = { companyName: 'Acme', email: 'a@acme.test', companySize: '11-50', message: 'Please call.' };

// `inspectData` has a test for each kind of damage. The last one is found only after it, when the product starts.
for (const [title, damage] of [
  ['missing', (file) => rmSync(file)],
  ['damaged and too large to be checked as a whole', (file) => damageLarge(file)],
] as [string, (file: string) => void][]) {
  test(`with a database that is ${title} the page stays up, nothing is replaced and nothing is accepted`, async () => {
    const stack = await startInRecovery((dataDir) => damage(join(dataDir, 'threadline.db')));
    const file = join(stack.dataDir, 'threadline.db');
    const hashDatabase = () => existsSync(file) && createHash('sha256').update(readFileSync(file)).digest('hex');
    const before = hashDatabase();
    expect(await readPage(stack.url)).toBe(stack.page);
    const [asset] = /\/_astro\/[\w.-]+/.exec(stack.page) ?? [];
    expect((await fetch(`${stack.url}${asset}`)).status).toBe(200);

    const refused = await call(`${stack.url}/api/request/send-request`, { method: 'POST', json: enquiry });
    expect([refused.status, refused.body.success]).toEqual([503, false]);
    expect(refused.body.message).toMatch(/^We cannot store messages right now, so nothing was sent\./);
    const form = await fetch(`${stack.url}/api/request/send-request`, {
      method: 'POST',
      body: new URLSearchParams(enquiry),
    });
    expect([form.status, form.headers.get('content-type')]).toEqual([503, 'text/html; charset=UTF-8']);
    const admin = await fetch(`${stack.url}/admin/`);
    expect(admin.status).toBe(503);
    const explanation = await admin.text();
    expect(explanation).toContain('npm run cli -- restore &lt;file.tar&gt;');
    // There is no backup yet.
    expect(explanation).not.toContain('restore latest');
    expect(explanation).toContain('npm run cli -- start-over --yes');
    expect(explanation).not.toContain(stack.dataDir);
    expect((await fetch(`${stack.url}/api/health`)).status).toBe(503);
    expect(stack.output()).toContain(`The database ${file}`);
    expect(stack.output()).not.toMatch(/\n +at /);
    expect(hashDatabase()).toBe(before);
    expect(await stack.stop()).toBe(0);
  });
}

test('in recovery mode the newest backup is restored and served without a restart', async () => {
  const first = await startProduct({ DATA_DIR: copyFirstData() });
  const editor = await signIn(first.url);
  await editor.save('hero', 'title', 'In the backup.');
  const { body } = await editor.call<{ backup: { verification: { result: string } } }>('/api/backups', {
    method: 'POST',
  });
  expect(body.backup.verification.result).toBe('verified');
  await editor.save('hero', 'title', 'After the backup.');
  const shows = async ({ url }: Product, title: string) => (await readPage(url)).includes(title);
  await until('the later edit is live', () => shows(first, 'After the backup.'));
  expect(await first.stop()).toBe(0);
  rmSync(join(first.dataDir, 'threadline.db'));

  const stack = await startProduct({ DATA_DIR: first.dataDir }, isAlive);
  await until('the start is over', () => stack.output().includes('(recovery mode) after'));
  expect(await shows(stack, 'After the backup.')).toBe(true);
  expect(await cli(stack.dataDir, 'restore', 'latest')).toContain('Restored the state of');
  await until('the product serves everything again', () => isHealthy(stack.url));
  await until('visitors see the restored site', () => shows(stack, 'In the backup.'));
  const session = await signIn(stack.url);
  expect((await session.save('hero', 'title', 'After the restore.')).status).toBe(200);
  await until('the edit is live', () => shows(stack, 'After the restore.'));
  expect(await stack.stop()).toBe(0);
});

test('a database that is damaged while the product runs leads to recovery mode; start-over creates a new site, keeps the old data, and edits go live', async () => {
  const stack = await startProduct({ DATA_DIR: copyFirstData(), SEED_DIR: copySeedWithoutImages() });
  const page = withoutPort(await readPage(stack.url));
  const file = join(stack.dataDir, 'threadline.db');
  rmSync(`${file}-wal`, { force: true });
  writeFileSync(file, 'not a database at all');
  killApi(stack);
  await until('the product is in recovery mode', () => stack.output().includes('Recovery mode.'));
  await until(
    'the page is up',
    async () => (await isAlive(stack.url)) && withoutPort(await readPage(stack.url)) === page,
  );
  expect(await cli(stack.dataDir, 'start-over', '--yes')).toContain('Everything is kept in');
  await until('the product serves a new site', () => isHealthy(stack.url));
  const aside = readdirSync(stack.dataDir).filter((name) => name.startsWith('previous-site-'));
  expect(aside).toHaveLength(1);
  expect(readdirSync(join(stack.dataDir, aside[0] ?? ''))).toEqual(expect.arrayContaining(['keys', 'releases']));
  const session = await signIn(stack.url);
  expect((await session.save('hero', 'title', 'After the recovery.')).status).toBe(200);
  await until('the edit is live', async () => (await readPage(stack.url)).includes('After the recovery.'));
  expect(stack.processes().filter(({ command }) => command.includes('publisher'))).toHaveLength(1);
  expect(await stack.stop()).toBe(0);
});

test('the page stays up when the database is damaged while the publisher is starting', async () => {
  const dataDir = copyFirstData();
  // While another process has its lock, the publisher cannot start, so the start cannot be over.
  const release = holdLock(dataDir, 'publisher');
  const stack = await startProduct({ DATA_DIR: dataDir }, isAlive);
  const file = join(dataDir, 'threadline.db');
  // Before that, the start would fail with the API.
  await until('the API is ready', () => /API +ready/.test(stack.output()));
  // In this order: a running API would report the damage, and the start would be over before the recovery.
  killApi(stack);
  writeFileSync(file, 'not a database at all');
  await until('the start is over', () => stack.output().includes('(recovery mode) after'));
  await until('the page is up', () => isAlive(stack.url));
  expect((await fetch(stack.url)).status).toBe(200);
  release();
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
  copyFileSync(join(prepared.firstDataDir, 'threadline.db'), file);
  await until('the product serves everything again', () => isHealthy(stack.url));
  expect(await stack.stop()).toBe(0);
});

test('a damaged key is named, the page stays up, and a new key ends recovery mode without a restart', async () => {
  const stack = await startInRecovery((dataDir) => writeFileSync(join(dataDir, 'keys/token-key.pem'), 'garbage'));
  expect(await readPage(stack.url)).toBe(stack.page);
  expect(stack.output()).toContain(`The key file ${join(stack.dataDir, 'keys/token-key.pem')} is damaged.`);
  expect(await (await fetch(`${stack.url}/admin/`)).text()).toContain('npm run cli -- key reset token-key.pem');
  expect(await cli(stack.dataDir, 'key', 'reset', 'token-key.pem')).toContain('everyone has to sign in again');
  await until('the product serves everything again', () => isHealthy(stack.url));
  const session = await signIn(stack.url);
  expect((await session.save('hero', 'title', 'After the new key.')).status).toBe(200);
  await until('the edit is live', async () => (await readPage(stack.url)).includes('After the new key.'));
  expect(await stack.stop()).toBe(0);
});
