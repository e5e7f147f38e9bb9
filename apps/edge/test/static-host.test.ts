import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { createHostFiles } from '@threadline/schema/wire/host-files';
import { releaseMarkSchema } from '@threadline/schema/wire/release';
import { securityHeaders } from '@threadline/schema/wire/release-response';
import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import { createLiveRelease, serveRelease } from '../../api/src/publishing/releases/live-release.ts';
import { buildSite } from '../../site/test/build-site.ts';
import { listSiteRequests, type SiteResponse, sendRequest } from './request-table.ts';
import { startStaticAssets } from './static-assets.ts';
import { planSite, writeSite } from './store.ts';

async function createFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, 'static-host-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Returns the origin of a static host with this folder until the end of the test. */
async function serveStatically(folder: string): Promise<string> {
  const { origin, stop } = await startStaticAssets(folder);
  onTestFinished(stop);
  return origin;
}

/** Addresses of which static hosts show another spelling, or an error page without our headers. None shows another page. */
const ownSpelling = /^\/(?:404|index\.html)|%|\/\/|\.\./;
/** Static hosts compress by themselves, and have their own entity tags. */
const ownHeaders = ['accept-ranges', 'content-encoding', 'etag', 'vary'];

async function answerAll(origin: string, paths: string[]): Promise<Record<string, SiteResponse>> {
  const answers: Record<string, SiteResponse> = {};
  for (const path of paths) {
    const answer = await sendRequest(origin, { name: path, path, headers: { 'accept-encoding': 'identity' } });
    // A redirect has the headers of pages, or those of data.
    const ignored =
      answer.status === 301 || answer.status === 308
        ? [...ownHeaders, 'cache-control', 'content-security-policy']
        : ownHeaders;
    for (const name of ignored) delete answer.headers[name];
    answer.headers['content-type'] = String(answer.headers['content-type']).replace('; charset=utf-8', '');
    answers[path] = answer;
  }
  return answers;
}

test('a static host answers every path with the status, headers and bytes of the API', async () => {
  const releasesDir = await createFolder(tmpdir());
  const manifest = await writeSite(releasesDir, planSite(1, 'Home', '11111111'));
  const liveRelease = createLiveRelease(releasesDir, { withMedia: true });
  await liveRelease.load(manifest.id);
  const app = new Hono().use(
    '*',
    serveRelease(liveRelease, () => ({})),
  );
  const api = createAdaptorServer({ fetch: app.fetch });
  api.listen(0, '127.0.0.1');
  onTestFinished(() => void api.close());
  await once(api, 'listening');
  const folder = join(releasesDir, manifest.id, 'public');
  const { headers, redirects } = createHostFiles(manifest, { host: 'cloudflare' });
  await Promise.all([writeFile(join(folder, '_headers'), headers), writeFile(join(folder, '_redirects'), redirects)]);
  const origin = await serveStatically(folder);

  const paths = new Set(listSiteRequests(manifest).map(({ path }) => path));
  const comparable = [...paths].filter((path) => !ownSpelling.test(path));
  expect(comparable.length).toBeGreaterThan(15);
  const expected = await answerAll(`http://127.0.0.1:${(api.address() as AddressInfo).port}`, comparable);
  expect(await answerAll(origin, comparable)).toEqual(expected);
  expect(new Set(Object.values(expected).map(({ status }) => status))).toEqual(new Set([200, 301, 308, 404]));

  const others = await answerAll(
    origin,
    [...paths].filter((path) => ownSpelling.test(path)),
  );
  for (const [path, { status }] of Object.entries(others)) expect(status, path).toBeLessThan(500);
  const post = await sendRequest(origin, { name: 'POST', path: '/terms/', method: 'POST' });
  expect([post.status, post.bytes]).toEqual([405, 0]);
  const { etag = '' } = (await sendRequest(origin, { name: 'GET', path: '/' })).headers;
  const known = await sendRequest(origin, { name: 'ETag', path: '/', headers: { 'if-none-match': String(etag) } });
  expect([known.status, known.bytes]).toEqual([304, 0]);
});

const metaPolicy = /<meta http-equiv="content-security-policy" content="([^"]*?);?">/;

test('the static build has every header exactly once, the policy of its meta element, and a 404 page', async () => {
  // Below the site's own folder: for any other place Astro shares one work folder between builds.
  const folder = await createFolder(join(import.meta.dirname, '../../site/test-results'));
  const outFolder = join(folder, 'static');
  await buildSite({
    mode: 'static',
    outFolder,
    env: { SITE_URL: 'https://www.example.com', API_URL: 'https://app.example.com' },
  });
  const origin = await serveStatically(outFolder);
  const pages = (await readdir(outFolder, { recursive: true })).filter((file) => /(?:^|\/)index\.html$/.test(file));
  expect(pages.length).toBeGreaterThan(8);
  const policies = new Set<string>();
  for (const file of [...pages, '404.html']) {
    const path = file === '404.html' ? '/insights/nothing/' : `/${file.replace(/index\.html$/, '')}`;
    const response = await fetch(origin + path);
    expect(response.status, path).toBe(file === '404.html' ? 404 : 200);
    const [, policy = ''] = metaPolicy.exec(await readFile(join(outFolder, file), 'utf8')) ?? [];
    expect(response.headers.get('content-security-policy'), path).toBe(`${policy}; frame-ancestors 'none'`);
    expect(response.headers.get('cache-control'), path).toBe('public, max-age=0, must-revalidate');
    for (const [name, value] of Object.entries(securityHeaders)) expect(response.headers.get(name), path).toBe(value);
    policies.add(policy);
  }
  // Otherwise the test would not see an exception.
  expect(policies.size).toBeGreaterThan(2);

  const [script] = await readdir(join(outFolder, '_astro'));
  const asset = await fetch(`${origin}/_astro/${script}`);
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(asset.headers.has('content-security-policy')).toBe(false);
  const missing = await fetch(`${origin}/_astro/missing.00000000.js`);
  expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'public, max-age=0, must-revalidate']);
  const admin = await fetch(`${origin}/admin/content?section=hero`, { redirect: 'manual' });
  expect([admin.status, admin.headers.get('location')]).toEqual([
    302,
    'https://app.example.com/admin/content?section=hero',
  ]);
  expect(releaseMarkSchema.parse(await (await fetch(`${origin}/release.json`)).json())).toMatchObject({ revision: 0 });
  for (const file of ['_headers', '_redirects']) expect((await fetch(`${origin}/${file}`)).status).toBe(404);
});
