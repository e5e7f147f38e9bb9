import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ContentError } from '@threadline/schema/content/site-content';
import type { Snapshot } from '@threadline/schema/content/snapshot';
import { beforeAll, expect, inject, test } from 'vitest';
import { loadRenderer, type Renderer } from './load-renderer.ts';

let renderer: Renderer;
const folder = inject('buildFolder');
const snapshot = inject('snapshot');

beforeAll(async () => {
  renderer = await loadRenderer();
});

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
    const file = await readFile(path.join(folder, 'static', staticFile(route)));
    if (route.endsWith('.png')) {
      expect(file.equals(page.body), route).toBe(true);
      continue;
    }
    const rendered = new TextDecoder().decode(page.body);
    const built = file.toString('utf8');
    expect(rendered, route).toBe(built.replace(metaPolicy, ''));
    const policy = metaPolicy.exec(built)?.[1];
    expect(directives(page.headers['content-security-policy'] ?? ''), route).toEqual(directives(policy ?? ''));
    expect(rendered, route).not.toContain('/_image?');
  }
});

test('both builds publish exactly the listed routes', async () => {
  const pages = (await filesBelow(path.join(folder, 'static'))).filter(
    (file) => /\.(html|xml|txt|svg|json|webmanifest)$/.test(file) || /^(?:share\/|apple-touch-icon)/.test(file),
  );
  const listed = renderer.routes(snapshot).map((route) => path.relative('/', path.join('/', staticFile(route))));
  // The publisher adds it to a release.
  expect(pages).toEqual([...listed, 'release.json'].sort());
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
