import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ContentError } from '@threadline/schema/site-content';
import type { Snapshot } from '@threadline/schema/snapshot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { loadSnapshot } from '../integrations/load-snapshot.ts';
import { buildSite, serveSnapshot } from './build-site.ts';

type Renderer = typeof import('../src/renderer/entry.ts');

let folder: string;
let snapshot: Snapshot;
let renderer: Renderer;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'site-parity-'));
  const seed = await loadSnapshot({ ...readConfig(), contentUrl: undefined });
  snapshot = { ...seed, revision: 7, siteUrl: 'https://example.org', apiUrl: 'https://api.example.org' };
  const api = await serveSnapshot(snapshot);
  await buildSite({ mode: 'static', outFolder: path.join(folder, 'static'), env: { CONTENT_URL: api.url } });
  await api.close();
  // Without any content source: the bundle may not depend on one.
  await buildSite({ mode: 'renderer', outFolder: path.join(folder, 'renderer'), env: { CONTENT_SEED: '/nowhere' } });
  renderer = await import(pathToFileURL(path.join(folder, 'renderer/server/entry.mjs')).href);
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

const metaPolicy = /<meta http-equiv="content-security-policy" content="([^"]*)">/;

/** Where a static build keeps the page of a path. */
function staticFile(route: string): string {
  if (route === '/404/') return '404.html';
  return route.endsWith('/') ? `${route}index.html` : route;
}

function directives(policy: string): string[] {
  return policy
    .replaceAll('&#39;', "'")
    .split(';')
    .map((directive) => directive.trim())
    .filter((directive) => directive !== '' && !directive.startsWith('frame-ancestors'))
    .sort();
}

async function filesBelow(parent: string): Promise<string[]> {
  const entries = await readdir(parent, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(parent, path.join(entry.parentPath, entry.name)))
    .sort();
}

test('every route has the same bytes and the same policy from both builds', async () => {
  for (const route of renderer.routes(snapshot)) {
    const page = await renderer.render(route, snapshot);
    const rendered = new TextDecoder().decode(page.body);
    const built = await readFile(path.join(folder, 'static', staticFile(route)), 'utf8');
    expect(rendered, route).toBe(built.replace(metaPolicy, ''));
    const policy = metaPolicy.exec(built)?.[1];
    expect(directives(page.headers['content-security-policy'] ?? ''), route).toEqual(directives(policy ?? ''));
    expect(rendered, route).not.toContain('/_image?');
  }
});

test('both builds publish exactly the listed routes', async () => {
  const pages = (await filesBelow(path.join(folder, 'static'))).filter((file) => /\.(html|xml|txt|svg)$/.test(file));
  const listed = renderer.routes(snapshot).map((route) => path.relative('/', path.join('/', staticFile(route))));
  expect(pages).toEqual(listed.sort());
});

test('both builds have the same hashed assets', async () => {
  expect(await filesBelow(path.join(folder, 'static/_astro'))).toEqual(
    await filesBelow(path.join(folder, 'renderer/client/_astro')),
  );
});

test('one hundred concurrent renders of different content do not mix', async () => {
  const pages = await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const page = await renderer.render('/', withTitle(`Headline number ${index}.`));
      return new TextDecoder().decode(page.body);
    }),
  );
  pages.forEach((html, index) => {
    expect(html.match(/Headline number \d+\./g)?.every((title) => title === `Headline number ${index}.`)).toBe(true);
  });
});

test('the same snapshot gives the same bytes twice', async () => {
  for (const route of renderer.routes(snapshot)) {
    const [first, second] = [
      await renderer.render(route, snapshot),
      await renderer.render(route, structuredClone(snapshot)),
    ];
    expect(second, route).toEqual(first);
  }
});

test('content that does not fit the model is refused with the fields at fault', async () => {
  const refusal = renderer.render('/', withTitle(12));
  await expect(refusal).rejects.toMatchObject({
    name: ContentError.name,
    faults: expect.arrayContaining([{ section: 'hero', key: 'title', pointer: '', detail: 'Write text here.' }]),
  });
});

test('a page that does not exist is an error, not an empty file', async () => {
  await expect(renderer.render('/nowhere/', snapshot)).rejects.toThrow('nowhere');
});

function withTitle(value: unknown): Snapshot {
  const items = snapshot.items.map((item) =>
    item.section === 'hero' && item.key === 'title' ? { ...item, value } : item,
  );
  return { ...snapshot, items };
}
