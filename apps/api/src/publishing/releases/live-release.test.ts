import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createTestDeps } from '../../../test/create-test-deps.ts';
import { policy, writeRelease } from '../../../test/release.ts';
import { createLiveRelease, serveRelease } from './live-release.ts';

const contact = { phone: '+919876543210', email: 'team@consultancy.test' };
const firstId = '000001-00000001';
const secondId = '000002-00000002';

async function createSite() {
  const releasesDir = join(createTestDeps().config.dataDir, 'releases');
  writeRelease(releasesDir, firstId, {
    '/': { file: 'index.html', body: '<h1>One</h1>' },
    '/terms/': { file: 'terms/index.html', body: '<h1>Terms</h1>' },
    '/404/': { file: '404.html', body: '<h1>Nothing here</h1>' },
    '/_astro/a.12345678.js': {
      file: '_astro/a.12345678.js',
      body: 'a()',
      contentType: 'text/javascript',
      immutable: true,
      headers: {},
      encodings: {},
    },
  });
  writeRelease(releasesDir, secondId, {
    '/': { file: 'index.html', body: '<h1>Two</h1>' },
    '/404/': { file: '404.html', body: '<h1>Nothing here</h1>' },
  });
  const liveRelease = createLiveRelease(releasesDir);
  const app = new Hono().use(
    '*',
    serveRelease(liveRelease, () => contact),
  );
  return { app, liveRelease, releasesDir };
}

test('before the first release visitors are asked to return later', async () => {
  const { app } = await createSite();
  const response = await app.request('/');
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('5');
});

test('a page has its policy, the security headers and an ETag of its content [X1]', async () => {
  const { app, liveRelease } = await createSite();
  await liveRelease.load(firstId);
  const response = await app.request('/');
  expect(await response.text()).toBe('<h1>One</h1>');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-security-policy': policy,
    'cache-control': 'public, max-age=0, must-revalidate',
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
    etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
  });
});

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['identity', null],
  [undefined, null],
])('accept-encoding %s is answered with %s', async (accepted, encoding) => {
  const { app, liveRelease } = await createSite();
  await liveRelease.load(firstId);
  const response = await app.request('/', { headers: accepted ? { 'accept-encoding': accepted } : {} });
  expect(response.headers.get('content-encoding')).toBe(encoding);
});

test('a page does not depend on who requests it or from where [X9]', async () => {
  const { app, liveRelease } = await createSite();
  await liveRelease.load(firstId);
  const headers = {
    authorization: 'Bearer garbage',
    cookie: 'rt=a.b; preview=1',
    accept: 'application/json',
    'accept-language': 'hi',
    'x-forwarded-host': 'evil.test',
    'x-forwarded-proto': 'javascript',
    'x-original-url': '/terms/',
    'user-agent': 'Other/1.0',
  };
  const [plain, other] = [await app.request('/'), await app.request('/?preview=1&token=x', { headers })];
  expect(await other.text()).toBe(await plain.text());
  expect(Object.fromEntries(other.headers)).toEqual(Object.fromEntries(plain.headers));
});

test('a visitor who has the page gets 304, per encoding, until the page changes [X9]', async () => {
  const { app, liveRelease } = await createSite();
  await liveRelease.load(firstId);
  const ask = (etag: string, encoding = 'br') =>
    app.request('/', { headers: { 'accept-encoding': encoding, 'if-none-match': etag } });
  const etag = (await ask('"x"')).headers.get('etag') ?? '';
  expect((await ask(etag)).status).toBe(304);
  expect((await ask(`W/${etag}, "y"`)).status).toBe(304);
  expect((await ask(etag, 'gzip')).status).toBe(200);
  await liveRelease.load(secondId);
  expect((await ask(etag)).status).toBe(200);
});

test('hashed files may be cached forever [X9]', async () => {
  const { app, liveRelease } = await createSite();
  await liveRelease.load(firstId);
  const response = await app.request('/_astro/a.12345678.js');
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
});

test('an unknown path gets the 404 page, a missing slash is added, other methods are refused', async () => {
  const { app, liveRelease } = await createSite();
  await liveRelease.load(firstId);
  const missing = await app.request('/nothing');
  expect([missing.status, await missing.text()]).toEqual([404, '<h1>Nothing here</h1>']);
  const slash = await app.request('/terms?from=mail');
  expect([slash.status, slash.headers.get('location')]).toEqual([308, '/terms/?from=mail']);
  const post = await app.request('/', { method: 'POST' });
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

test.each(['/_astro', '/_astro/', '/terms/../_astro/', '/_astro/..', '/%2e%2e/'])(
  'the folder %s is not listed',
  async (path) => {
    const { app, liveRelease } = await createSite();
    await liveRelease.load(firstId);
    const reply = await app.request(path);
    const text = await reply.text();
    expect([200, 308, 404]).toContain(reply.status);
    if (reply.status === 200) expect(text).toBe('<h1>One</h1>');
    expect(text).not.toContain('a.12345678.js');
  },
);

test('a release that cannot be read leaves the live one as it is', async () => {
  const { app, liveRelease, releasesDir } = await createSite();
  await liveRelease.load(firstId);
  mkdirSync(join(releasesDir, '000003-00000003'));
  writeFileSync(join(releasesDir, '000003-00000003', 'manifest.json'), '{"id":');
  await expect(liveRelease.load('000003-00000003')).rejects.toThrow();
  await expect(liveRelease.load('000004-00000004')).rejects.toThrow();
  expect(await (await app.request('/')).text()).toBe('<h1>One</h1>');
});

test('after a start the release that was activated last is live again', async () => {
  const { liveRelease, releasesDir } = await createSite();
  symlinkSync(firstId, join(releasesDir, 'current'));
  expect(await liveRelease.loadCurrent()).toEqual([]);
  expect(liveRelease.manifest()?.id).toBe(firstId);
});

function flipByte(file: string): void {
  const body = readFileSync(file);
  body[0] = (body[0] ?? 0) ^ 1;
  writeFileSync(file, body);
}

test.each<[string, (folder: string) => void, string]>([
  ['a missing file', (folder) => rmSync(join(folder, 'public/index.html')), 'index.html is missing or has other bytes'],
  [
    'a truncated file',
    (folder) => truncateSync(join(folder, 'public/index.html'), 3),
    'index.html is missing or has other bytes',
  ],
  [
    'a changed bit',
    (folder) => flipByte(join(folder, 'public/index.html')),
    'index.html is missing or has other bytes',
  ],
  [
    'a damaged brotli copy',
    (folder) => flipByte(join(folder, 'public/index.html.br')),
    'index.html is missing or has other bytes',
  ],
  [
    'an unreadable manifest',
    (folder) => truncateSync(join(folder, 'manifest.json'), 5),
    'manifest.json is missing or damaged',
  ],
])('a release with %s is not served: the newest intact one is', async (_case, damage, reason) => {
  const { app, liveRelease, releasesDir } = await createSite();
  symlinkSync(secondId, join(releasesDir, 'current'));
  damage(join(releasesDir, secondId));
  expect(await liveRelease.loadCurrent()).toEqual([`Release ${secondId} is damaged: ${reason}.`]);
  expect(await (await app.request('/')).text()).toBe('<h1>One</h1>');
  await expect(liveRelease.load(secondId)).rejects.toThrow(reason);
});

/** Replaces a file by a link to itself. Root cannot read it either. */
function makeUnreadable(file: string): void {
  rmSync(file);
  symlinkSync(file, file);
}

test.each(['public/index.html', 'public/index.html.br', 'manifest.json'])(
  'a release whose %s cannot be read is skipped, but not reported as damaged',
  async (name) => {
    const { app, liveRelease, releasesDir } = await createSite();
    symlinkSync(secondId, join(releasesDir, 'current'));
    const file = join(releasesDir, secondId, name);
    makeUnreadable(file);
    expect(await liveRelease.loadCurrent()).toEqual([`The release file ${file} cannot be read (ELOOP).`]);
    expect(await (await app.request('/')).text()).toBe('<h1>One</h1>');
    await expect(liveRelease.load(secondId)).rejects.toMatchObject({ name: 'UnreadableReleaseError' });
  },
);

test('a folder of releases that cannot be read is named', async () => {
  const { liveRelease, releasesDir } = await createSite();
  rmSync(releasesDir, { recursive: true });
  writeFileSync(releasesDir, '');
  expect(await liveRelease.loadCurrent()).toEqual([`The folder ${releasesDir} cannot be read (ENOTDIR).`]);
});

test('a release of many large files is loaded by a process that may open only a few (skipped on Windows)', async ({
  skip,
}) => {
  if (process.platform === 'win32') return skip();
  const { releasesDir } = await createSite();
  const id = '000003-00000003';
  // Files of this size are read in several steps, between which they stay open.
  const body = 'x'.repeat(540_000);
  const numbers = Array.from({ length: 40 }, (_, number) => number);
  const files = numbers.map((number) => [`/${number}/`, { file: `${number}.html`, body, encodings: {} }]);
  writeRelease(releasesDir, id, Object.fromEntries(files));
  const script = `
    import { createLiveRelease } from ${JSON.stringify(new URL('./live-release.ts', import.meta.url).href)};
    const liveRelease = createLiveRelease(${JSON.stringify(releasesDir)});
    console.log(JSON.stringify([await liveRelease.loadCurrent(), liveRelease.manifest()?.id]));
  `;
  const run = promisify(execFile);
  const limited = ['-c', 'ulimit -n 48 && exec "$@"', 'sh', process.execPath, '--input-type=module', '-e', script];
  const { stdout } = await run('sh', limited);
  expect(JSON.parse(stdout)).toEqual([[], id]);
});

test('when the link to the current release is lost, the expected release is served, or else the newest', async () => {
  const { liveRelease } = await createSite();
  await liveRelease.loadCurrent(firstId);
  expect(liveRelease.manifest()?.id).toBe(firstId);
  await liveRelease.loadCurrent();
  expect(liveRelease.manifest()?.id).toBe(secondId);
});

test('a damaged older release that is pinned is never replaced by a newer one while an older one is intact', async () => {
  const { liveRelease, releasesDir } = await createSite();
  const newestId = '000003-00000003';
  writeRelease(releasesDir, newestId, { '/': { file: 'index.html', body: '<h1>Three</h1>' } });
  symlinkSync(secondId, join(releasesDir, 'current'));
  rmSync(join(releasesDir, secondId), { recursive: true });
  expect(await liveRelease.loadCurrent()).toEqual([`Release ${secondId} is missing.`]);
  expect(liveRelease.manifest()?.id).toBe(firstId);
});

test('without an intact release visitors get a page with the contact details, and 503', async () => {
  const { app, liveRelease, releasesDir } = await createSite();
  for (const id of [firstId, secondId]) truncateSync(join(releasesDir, id, 'public/index.html'), 2);
  expect(await liveRelease.loadCurrent()).toHaveLength(2);
  const response = await app.request('/insights/');
  const page = await response.text();
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  expect(page).toContain('<a href="tel:+919876543210">+91 98765 43210</a>');
  expect(page).toContain('<a href="mailto:team@consultancy.test">team@consultancy.test</a>');
});

test.each([
  ['GET', '/'],
  ['GET', '/nothing'],
  ['POST', '/'],
  ['GET', '/terms'],
])('%s %s carries the security headers, whatever the reply [X4]', async (method, path) => {
  for (const hasRelease of [true, false]) {
    const { app, liveRelease } = await createSite();
    if (hasRelease) await liveRelease.load(firstId);
    const { headers } = await app.request(path, { method });
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'/);
  }
});
