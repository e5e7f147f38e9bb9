import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createTestDeps } from '../../test/create-test-deps.ts';
import { policy, writeRelease } from '../../test/release.ts';
import { createLiveRelease } from './live-release.ts';
import { serveRelease } from './serve.ts';

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
  const app = new Hono().use('*', serveRelease(liveRelease));
  return { app, liveRelease, releasesDir };
}

test('before the first release visitors are asked to come back', async () => {
  const { app } = await createSite();
  const response = await app.request('/');
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('5');
});

test('X1 a page comes with its policy, the security headers and a tag by its content', async () => {
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

test('X9 a page is the same whoever asks, and from wherever', async () => {
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

test('X9 a visitor who has the page gets 304, per encoding, until the page changes', async () => {
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

test('X9 hashed files may be kept for ever', async () => {
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
  'no list of the folder %s is handed out',
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

test('after a start the release that was switched to last is live again', async () => {
  const { releasesDir } = await createSite();
  const liveRelease = createLiveRelease(releasesDir);
  expect(await liveRelease.loadCurrent()).toBe(false);
  symlinkSync(secondId, join(releasesDir, 'current'));
  expect(await liveRelease.loadCurrent()).toBe(true);
  expect(liveRelease.manifest()?.id).toBe(secondId);
});

test.each([
  ['GET', '/'],
  ['GET', '/nothing'],
  ['POST', '/'],
  ['GET', '/terms'],
])('X4 %s %s carries the security headers, whatever the reply', async (method, path) => {
  for (const hasRelease of [true, false]) {
    const { app, liveRelease } = await createSite();
    if (hasRelease) await liveRelease.load(firstId);
    const { headers } = await app.request(path, { method });
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'/);
  }
});
