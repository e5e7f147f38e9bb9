import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { newTempFolder } from '../../test/temp-folders.ts';
import { serveAdmin } from './serve-admin.ts';

const script = 'static/js/shell.a1b2c3d4.chunk.js';

const readColors = () => ({ primary: '', accent: '' });

function createAdmin(): Hono {
  const folder = newTempFolder();
  for (const name of ['static/js', '.vite']) mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['index.html', 'preview-frame.html', 'icon.svg', '.vite/manifest.json', script])
    writeFileSync(join(folder, name), `content of ${name}`);
  return new Hono().use('/admin/*', serveAdmin(folder, readColors));
}

test.each([
  ['', 'no-store'],
  ['content', 'no-store'],
  ['users/x', 'no-store'],
  ['preview-frame.html', 'no-store'],
  ['icon.svg', 'no-cache'],
  [script, 'public, max-age=31536000, immutable'],
  ['nowhere.js', 'no-store'],
])('/admin/%s is cached by browsers and proxies: %s [X9]', async (path, caching) => {
  const reply = await createAdmin().request(`/admin/${path}`);
  expect(reply.headers.get('cache-control')).toBe(caching);
});

test.each(['.vite/manifest.json', 'static/../.vite/manifest.json', 'static%2f..%2f.vite/manifest.json'])(
  '/admin/%s, which lists packages and their versions, is not served',
  async (path) => {
    expect((await createAdmin().request(`/admin/${path}`)).status).toBe(404);
  },
);

test.each(['', script])('/admin/%s is the same for every client and origin [X9]', async (path) => {
  const app = createAdmin();
  const plain = await (await app.request(`/admin/${path}`)).text();
  const headers = {
    authorization: 'Bearer garbage',
    cookie: 'rt=a.b',
    'x-forwarded-host': 'evil.test',
    'x-forwarded-proto': 'javascript',
    'x-original-url': '/api/auth/users',
    accept: 'application/json',
  };
  const reply = await app.request(`/admin/${path}?preview=1&token=x`, { headers });
  expect(await reply.text()).toBe(plain);
  expect(plain).not.toContain('evil.test');
});

test.each([
  ['gzip, deflate, br', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0', null],
  ['xgzip', null],
])('/admin/%s requested with Accept-Encoding "%s" is served as %s', async (accepted, encoding) => {
  const folder = newTempFolder();
  for (const name of ['icon.svg', 'icon.svg.br', 'icon.svg.gz']) writeFileSync(join(folder, name), name);
  const app = new Hono().use('/admin/*', serveAdmin(folder, readColors));
  const reply = await app.request('/admin/icon.svg', { headers: { 'accept-encoding': accepted } });
  expect([reply.status, reply.headers.get('content-encoding')]).toEqual([200, encoding]);
});

test.each(['art/hero-build.svg', 'sign-in.svg'])(
  'the drawing %s is shown in the colours that the owner has chosen, also after these change',
  async (file) => {
    const folder = newTempFolder();
    mkdirSync(join(folder, 'art'));
    const drawing = '<svg><style>:root{--color-band:#0b2c4f}</style><path fill="#fbfcfa"/></svg>';
    writeFileSync(join(folder, file), drawing);
    let primary = '';
    const app = new Hono().use(
      '/admin/*',
      serveAdmin(folder, () => ({ primary, accent: '' })),
    );
    const own = await app.request(`/admin/${file}`);
    expect(await own.text()).toBe(drawing);
    primary = '#7a1f5c';
    const headers = { 'if-none-match': own.headers.get('etag') ?? '' };
    const changed = await app.request(`/admin/${file}`, { headers });
    expect(await changed.text()).toMatch(
      /^<svg><style>:root\{--color-band:light-dark\((?:#(?!0b2c4f)[0-9a-f]{6}(?:, )?){2}\)\}<\/style><path fill="#fbfcfa"\/><\/svg>$/,
    );
    expect(changed.headers.get('cache-control')).toBe('no-cache');
  },
);
