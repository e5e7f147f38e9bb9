import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReleaseManifest } from '@threadline/schema/wire/release';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type EdgeWorker, startEdge } from './edge.ts';
import { getStored, openTarget, planSite, writePointer, writeSite } from './store.ts';

const hourMs = 3_600_000;
let mode: ReturnType<NonNullable<EdgeWorker['mode']>> = 'working';
let releasesDir: string;
let first: ReleaseManifest;
let second: ReleaseManifest;
let edge: Awaited<ReturnType<typeof startEdge>>;
let target: ReturnType<typeof openTarget>;
let order = 0;
const never = new AbortController().signal;

let reads = 0;
const countRead = () => {
  reads += 1;
  return 'working' as const;
};

const received: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[] = [];
const server = createServer(({ method, url, headers }, response) => {
  received.push({ method, url, headers });
  if (url === '/api/moved') response.writeHead(303, { location: '/thanks/' });
  response.end(`from the API: ${method} ${url}`);
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const appUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  edge = await startEdge({
    empty: { bucket: 'empty' },
    fresh: { bucket: 'site' },
    slow: { bucket: 'site', pointerMs: hourMs },
    old: { bucket: 'site', pointerMs: hourMs },
    counted: { bucket: 'site', pointerMs: hourMs, mode: countRead },
    fragile: { bucket: 'site', mode: () => mode },
    forwarding: { bucket: 'site', appUrl },
    unreachable: { bucket: 'site', appUrl: 'http://127.0.0.1:9' },
  });
  releasesDir = await mkdtemp(join(tmpdir(), 'edge-'));
  first = await writeSite(releasesDir, planSite(1, 'One', '11111111'));
  second = await writeSite(releasesDir, planSite(2, 'Two', '22222222'));
  target = openTarget(await edge.bucket('fresh'));
  for (const manifest of [first, second]) await target.upload(getStored(releasesDir, manifest), 1, never);
});

afterAll(async () => {
  await edge.stop();
  server.close();
  await rm(releasesDir, { recursive: true });
});

beforeEach(async () => {
  mode = 'working';
  received.length = 0;
  await activate(first);
});

async function activate(manifest: ReleaseManifest, ...earlier: ReleaseManifest[]): Promise<void> {
  order += 1;
  await writePointer(await edge.bucket('fresh'), manifest, { order, earlier });
}

const get = (worker: string, path: string, init: RequestInit = {}) =>
  fetch(edge.origin(worker) + path, { redirect: 'manual', ...init });
const getTitle = async (worker: string) => /<title>(.*)<\/title>/.exec(await (await get(worker, '/')).text())?.[1];

test('before the first release visitors get 503 and the time of the next attempt', async () => {
  const response = await get('empty', '/');
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('a new release and a rollback are visible as soon as the pointer is read again', async () => {
  expect(await getTitle('fresh')).toBe('One');
  for (const [manifest, title] of [
    [second, 'Two'],
    [first, 'One'],
  ] as const) {
    order += 1;
    await target.activate(getStored(releasesDir, manifest), order, never);
    expect(await getTitle('fresh')).toBe(title);
    for (const script of ['11111111', '22222222'])
      expect((await get('fresh', `/_astro/app.${script}.js`)).status).toBe(200);
  }
});

test('within POINTER_MS an isolate serves the release that it has', async () => {
  expect(await getTitle('slow')).toBe('One');
  await activate(second, first);
  expect(await getTitle('slow')).toBe('One');
});

test('an isolate with an old pointer serves the script of a page that another isolate served', async () => {
  expect(await getTitle('old')).toBe('One');
  await activate(second, first);
  expect(await getTitle('fresh')).toBe('Two');
  expect((await get('old', '/_astro/app.22222222.js')).status).toBe(200);
});

test('within POINTER_MS a page that does not exist costs no read of the store', async () => {
  await get('counted', '/nothing');
  const before = reads;
  for (const path of ['/nothing', '/nothing/', '/other/', '/terms']) await get('counted', path);
  expect(reads).toBe(before);
});

test('the script of an older release is served as long as the pointer names that release', async () => {
  await activate(second, first);
  const script = await get('fresh', '/_astro/app.11111111.js');
  expect([script.status, script.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  await activate(second);
  expect((await get('fresh', '/_astro/app.11111111.js')).status).toBe(404);
});

test('the script of a release that was visible 49 releases ago is served, from the manifests that are there', async () => {
  const between = Array.from({ length: 48 }, (_, index) => ({ ...second, id: `0001${10 + index}-0000abcd` }));
  await activate(second, ...between, first);
  expect((await get('fresh', '/_astro/app.11111111.js')).status).toBe(200);
});

test('a page that an older release had is not served any more', async () => {
  const { '/terms/': _, ...files } = second.files;
  const withoutTerms = { ...second, id: '000003-00000003', files };
  await (await edge.bucket('fresh')).put(`manifests/${withoutTerms.id}.json`, JSON.stringify(withoutTerms));
  await activate(withoutTerms, second, first);
  expect((await get('fresh', '/terms/')).status).toBe(404);
});

test('a pointer with a lower order does not replace the release in memory', async () => {
  await activate(second, first);
  expect(await getTitle('fresh')).toBe('Two');
  await writePointer(await edge.bucket('fresh'), first, { order: 0 });
  expect(await getTitle('fresh')).toBe('Two');
});

test.each(['failing', 'hanging'] as const)('while the store is %s, the release in memory is served', async (fault) => {
  await activate(first, { ...second, id: '000007-00000007' });
  expect(await getTitle('fragile')).toBe('One');
  await (await get('fragile', '/404/')).text();
  await activate(second, first);
  mode = fault;
  expect(await getTitle('fragile')).toBe('One');
  expect((await get('fragile', '/nothing')).status).toBe(404);
  mode = 'working';
  expect(await getTitle('fragile')).toBe('Two');
});

test('a pointer to a release without a manifest leaves the release in memory as it is', async () => {
  expect(await getTitle('fresh')).toBe('One');
  await activate({ ...second, id: '000009-00000009' });
  expect(await getTitle('fresh')).toBe('One');
});

test('a file that neither the cache nor the store can provide is reported as unavailable', async () => {
  await get('fragile', '/');
  mode = 'failing';
  const response = await get('fragile', '/robots.txt');
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
});

test.each([
  ['br', true],
  ['gzip', false],
])(
  'the encodings that Cloudflare reports for a visitor (%s) decide, not the rewritten header',
  async (accepted, isBrotli) => {
    const response = await edge.fetchWithProperties('fresh', '/', { clientAcceptEncoding: accepted });
    expect(response.headers.get('etag')?.endsWith('-br"')).toBe(isBrotli);
  },
);

test.each([
  ['GET', '/api/health?x=1'],
  ['POST', '/api/request/send-request'],
  ['GET', '/admin/'],
  ['GET', '/admin'],
  ['GET', '/p/token/'],
  ['POST', '/p/token/~feedback'],
  ['POST', '/auth/login'],
  ['GET', '/content'],
  ['GET', '/art/stair.0a1b2c3d.svg'],
  ['GET', '/media/0a1b2c3d.webp'],
  ['GET', '/thanks/?reference=ENQ-7K3M9Q'],
])('%s %s is forwarded to the API', async (method, path) => {
  const response = await get('forwarding', path, { method });
  expect([response.status, await response.text()]).toEqual([200, `from the API: ${method} ${path}`]);
});

test('the API gets the address of the visitor, and none that the visitor invents', async () => {
  await get('forwarding', '/api/health', {
    headers: { 'cf-connecting-ip': '203.0.113.7', 'x-forwarded-for': '10.0.0.1' },
  });
  await get('forwarding', '/api/health', { headers: { 'x-forwarded-for': '10.0.0.1' } });
  expect(received.map(({ headers }) => headers['x-forwarded-for'])).toEqual(['203.0.113.7', '']);
});

test('a redirect of the API is passed on, not followed', async () => {
  const response = await get('forwarding', '/api/moved', { method: 'POST', body: 'name=x' });
  expect([response.status, response.headers.get('location')]).toEqual([303, '/thanks/']);
});

test.each([
  '/api/internal',
  '/api/internal/target',
  '/api/%69nternal/target',
  '/api//internal/target',
  '/api/%2finternal/target',
  '/api/%5cinternal',
  '/api/INTERNAL/target',
  '/api/x/../internal/target',
  '/api/x%2f..%2finternal/target',
  '/%61pi/internal/target',
  '/api/%69nternal/target%ff',
  '//api/internal/target',
])('%s is never forwarded', async (path) => {
  expect((await get('forwarding', path)).status).toBe(404);
  expect(received).toEqual([]);
});

test('pages, files of the release and unknown paths are not forwarded', async () => {
  for (const path of [
    '/',
    '/thanks/',
    '/share/0a1b2c3d.png',
    '/nothing',
    '/administration',
    '/apis',
    '/contents/',
    '/authors/',
    '/people/',
  ])
    await get('forwarding', path);
  expect((await get('forwarding', '/', { method: 'POST' })).status).toBe(405);
  expect(received).toEqual([]);
});

test('without API_ORIGIN the paths of the API do not exist, and the thank-you page has no reference', async () => {
  for (const path of ['/api/health', '/auth/login', '/content', '/admin/', '/p/token/', '/media/x.webp', '/art/x.svg'])
    expect((await get('fresh', path)).status).toBe(404);
  const thanks = await get('fresh', '/thanks/?reference=ENQ-7K3M9Q');
  expect([thanks.status, (await thanks.text()).includes('ENQ-7K3M9Q')]).toEqual([200, false]);
});

test('while the API cannot be reached, pages are served and its own paths get 502', async () => {
  expect(await getTitle('unreachable')).toBe('One');
  expect((await get('unreachable', '/api/health')).status).toBe(502);
});
