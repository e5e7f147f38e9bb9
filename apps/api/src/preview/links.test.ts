import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createPreviewFixture } from '../../test/preview-fixture.ts';
import { footprint } from '../../test/test-app.ts';
import { hourMs } from '../platform/durations.ts';

async function createLink({ hours = 24 } = {}) {
  const fixture = await createPreviewFixture();
  const { status, body } = await fixture.call('/api/preview/links', { body: { hours } });
  expect(status).toBe(201);
  const path: string = body.path;
  return { ...fixture, link: body.link, path, base: path.slice(0, -1) };
}

test('a link shows the saved working copy without an account [Z17]', async () => {
  const { visit, path, content } = await createLink();
  content.save([{ section: 'hero', key: 'title', value: 'Saved, not yet live' }], null);
  const { status, text, headers } = await visit(path);
  expect(status).toBe(200);
  expect(text).toContain('<h1>Saved, not yet live</h1>');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-robots-tag')).toMatch(/noindex/);
  expect(headers.get('referrer-policy')).toBe('no-referrer');
});

test('its page cannot be framed, sends nothing, and keeps the rest of its policy', async () => {
  const { visit, path } = await createLink();
  const policy = (await visit(path)).headers.get('content-security-policy') ?? '';
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    expect.stringMatching(/^style-src 'sha256-[^']+' 'self' 'sha256-y'$/),
    "script-src 'self' 'sha256-x'",
    "frame-ancestors 'none'",
    "frame-src 'self'",
    "connect-src 'none'",
    "form-action 'none'",
  ]);
});

test('it says first that it is not public, until when and by whom it is shared, in a style that its policy allows', async () => {
  const { visit, path } = await createLink();
  const { text, headers } = await visit(path);
  expect(text).toMatch(/<body><style>.+?<\/style><aside class="preview-bar" aria-label="Preview">/s);
  expect(text).toContain(
    '<strong>Preview, not public</strong> <span>Until 22 Nov, 15:30 IST · shared by Editor</span>',
  );
  const style = /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(headers.get('content-security-policy')).toContain(`'sha256-${hash}'`);
});

test('links between pages stay in the preview, all others are unchanged', async () => {
  const { visit, path, base } = await createLink();
  const links = [...(await visit(path)).text.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  expect(links).toEqual([
    `${base}/terms/#guarantee`,
    `${base}/`,
    '#contact',
    '/admin/',
    'https://example.org/terms/',
    '/art/landing.0123abcd.svg#a',
  ]);
  expect((await visit(`${base}/terms/`)).status).toBe(200);
  expect((await visit(`${base}/terms`)).headers.get('location')).toBe(`${base}/terms/`);
  expect((await visit(`${base}/nowhere/`)).status).toBe(404);
});

test('an expired link is 410 with an explanation [Z17]', async () => {
  const { visit, path, deps } = await createLink({ hours: 1 });
  deps.clock.advance(hourMs - 1000);
  expect((await visit(path)).status).toBe(200);
  deps.clock.advance(2000);
  const { status, text, headers } = await visit(path);
  expect(status).toBe(410);
  expect(text).toContain('This preview has ended');
  expect(text).not.toContain('Saved words');
  expect(headers.get('x-robots-tag')).toMatch(/noindex/);
});

test('a revoked link is 410 and no longer listed', async () => {
  const { call, visit, path, link } = await createLink();
  expect((await call('/api/preview/links')).body.links).toEqual([link]);
  expect((await call(`/api/preview/links/${link.id}`, { method: 'DELETE' })).status).toBe(200);
  expect((await visit(path)).status).toBe(410);
  expect((await call('/api/preview/links')).body.links).toEqual([]);
  expect((await call(`/api/preview/links/${link.id}`, { method: 'DELETE' })).status).toBe(404);
});

test('a link is short, and the database alone does not open it [Z17]', async () => {
  const { path, deps } = await createLink();
  expect(path).toMatch(/^\/p\/[\w-]{22}\/$/);
  const token = path.split('/')[2] ?? '';
  expect(JSON.stringify(footprint(deps))).not.toContain(token);
});

test.each([
  ['another end', (path: string) => `${path.slice(0, -3)}AA/`],
  ['a part missing', (path: string) => `${path.slice(0, -8)}/`],
  ['words', () => '/p/anything/'],
])('a URL with %s shows nothing [Z17]', async (_case, change) => {
  const { visit, path, publisher } = await createLink();
  const { status, text } = await visit(change(path));
  expect(status).toBe(404);
  expect(text).not.toContain('Saved words');
  expect(publisher.asked).toEqual([]);
});

test('a link of another installation is unknown', async () => {
  const [one, other] = [await createLink(), await createPreviewFixture()];
  expect((await other.visit(one.path)).status).toBe(404);
});

test('without the publisher the page is a 503 with an explanation', async () => {
  const { publisher, visit, path } = await createLink();
  await publisher.close();
  const { status, text, headers } = await visit(path);
  expect([status, headers.get('retry-after')]).toEqual([503, '30']);
  expect(text).toContain('The preview cannot be shown right now');
});

test.each([[{ hours: 2 }], [{ hours: 100_000 }], [{ hours: '24' }], [{}], [{ hours: 24, path: '/' }]])(
  'a link for %j is rejected, and nothing is stored',
  async (body) => {
    const { call, deps } = await createPreviewFixture();
    const before = footprint(deps);
    expect((await call('/api/preview/links', { body })).status).toBe(422);
    expect(footprint(deps)).toEqual(before);
  },
);

test('there are at most fifty links, and expired ones do not count', async () => {
  const { call, deps, signInAgain } = await createPreviewFixture();
  const create = (token?: string) => call('/api/preview/links', { body: { hours: 1 }, ...(token && { token }) });
  for (let count = 0; count < 50; count++) expect((await create()).status).toBe(201);
  expect((await create()).status).toBe(409);
  deps.clock.advance(hourMs);
  // The access token has expired as well.
  expect((await create(await signInAgain())).status).toBe(201);
});

test('too many page requests are rejected for a moment', async () => {
  const { visit, path } = await createLink();
  const statuses = new Set<number>();
  for (let count = 0; count < 65; count++) statuses.add((await visit(path)).status);
  expect([...statuses].sort()).toEqual([200, 429]);
});
