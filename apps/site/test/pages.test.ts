import { fontSubsets, systemCharacters } from '@threadline/design-tokens/glyphs';
import type { Snapshot } from '@threadline/schema/content/snapshot';
import { beforeAll, expect, inject, test } from 'vitest';
import { libraryImage } from './library-image.ts';
import { loadRenderer, type Renderer } from './load-renderer.ts';

let renderer: Renderer;
const snapshot = inject('snapshot');
const pages = new Map<string, string>();

beforeAll(async () => {
  renderer = await loadRenderer();
  for (const route of renderer.routes(snapshot)) {
    if (route.endsWith('/')) pages.set(route, await renderHtml(route, snapshot));
  }
});

async function renderHtml(route: string, content: Snapshot): Promise<string> {
  return new TextDecoder().decode((await renderer.render(route, content)).body);
}

function attributes(html: string, name: string): string[] {
  return [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value]) => value ?? '');
}

test('ids are unique on every page', () => {
  for (const [route, html] of pages) {
    const ids = attributes(html, 'id');
    expect(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      route,
    ).toEqual([]);
  }
});

function isOwnLink(href: string): boolean {
  return /^[/#]/.test(href) && !/^\/_astro\/|\.png$/.test(href);
}

test('every link to a part or page of the site arrives', () => {
  const routes = renderer.routes(snapshot);
  for (const [route, html] of pages) {
    for (const href of attributes(html, 'href').filter(isOwnLink)) {
      const [target = '', anchor] = href.split('#');
      const page = pages.get(target === '' ? route : target);
      expect(target === '' ? [route] : routes, `${href} on ${route}`).toContain(target || route);
      if (anchor && page) expect(attributes(page, 'id'), `${href} on ${route}`).toContain(anchor);
    }
  }
});

test.each([
  'about',
  'stats',
  'services',
  'process',
  'insights',
  'contact',
  'approach',
  'growth-audit',
  'sample-dashboard',
  'hiring',
  'audit',
])('the landing page has #%s once', (anchor) => {
  expect(attributes(pages.get('/') ?? '', 'id').filter((id) => id === anchor)).toHaveLength(1);
});

test.each(['privacy', 'terms', 'sitemap', 'careers'])('the old address #%s arrives at a link to its page', (anchor) => {
  expect(pages.get('/')).toMatch(new RegExp(`<a id="${anchor}" href="/${anchor}/"`));
});

test('a page that is not there leads to the home page and to the site map, as it says', () => {
  const [, body = ''] = (pages.get('/404/') ?? '').split('class="container inner-body"');
  expect(attributes(body.split('<footer')[0] ?? '', 'href')).toEqual(expect.arrayContaining(['/', '/sitemap/']));
});

test('every page has one h1, a language, a description and its own address', () => {
  for (const [route, html] of pages) {
    expect(html.match(/<h1[ >]/g), route).toHaveLength(1);
    expect(html, route).toContain('<html lang="en-IN"');
    expect(html, route).toMatch(/<meta name="description" content="[^"]{10,}/);
    expect(html, route).toContain(`<link rel="canonical" href="https://example.org${route}">`);
  }
});

test('every character of every page is in the fonts, or known to come from the system', () => {
  const known = new Set([...Object.values(fontSubsets).join(''), ...systemCharacters, '\n']);
  for (const [route, html] of pages) {
    const unknown = [...new Set(html.replace(/<style.*?<\/style>/gs, ''))].filter((sign) => !known.has(sign));
    expect(unknown, route).toEqual([]);
  }
});

test('no page needs a policy exception: no style attributes, no event handlers', () => {
  for (const [route, html] of pages) {
    expect(attributes(html, 'style'), route).toEqual([]);
    expect(html, route).not.toMatch(/ on[a-z]+="/);
  }
});

test('no island is hydrated while the page loads', () => {
  expect(attributes(pages.get('/') ?? '', 'client').sort()).toEqual(['delayed', 'visible', 'visible', 'visible']);
});

test('the final figures are in the page', () => {
  for (const figure of ['92%', '98%', '85%', '5,000+', '20+', '12+']) expect(pages.get('/')).toContain(`>${figure}<`);
});

test('an image of the library has its sizes, its description and its focal point', async () => {
  const [variant] = libraryImage.variants;
  const html = await renderHtml('/', withPicture(variant?.url ?? ''));
  const image = /<picture.*?<\/picture>/s.exec(html)?.[0] ?? '';
  expect(image).toContain(
    `srcset="/media/${libraryImage.publicId}-480.avif 480w, /media/${libraryImage.publicId}-1280.avif 1280w"`,
  );
  expect(image).toMatch(/<img[^>]* alt="Two people at a table" width="1600" height="900"/);
  expect(image).toMatch(/class="focus-image focus-x-70 focus-y-20"/);
});

test('a use that is decorative has no alt text, also where the library describes the image', async () => {
  const html = await renderHtml('/', withPicture(libraryImage.variants[0]?.url ?? '', { decorative: true }));
  const image = /<picture.*?<\/picture>/s.exec(html)?.[0] ?? '';
  expect(image).toMatch(/<img[^>]* alt(?:="")? width="1600"/);
  expect(html).not.toContain('Two people at a table');
});

test('a picture from elsewhere is shown without telling it where it is shown', async () => {
  const html = await renderHtml('/', withPicture('https://images.example/a.jpg'));
  expect(html).toMatch(/<img src="https:\/\/images\.example\/a\.jpg"[^>]* referrerpolicy="no-referrer"/);
});

test('the sitemap names each page with its last change', async () => {
  const xml = await renderHtml('/sitemap.xml', {
    ...snapshot,
    items: snapshot.items.map((item) =>
      item.key === 'page-terms' ? { ...item, updatedAt: '2026-03-04T05:06:07.000Z' } : item,
    ),
  });
  expect(xml).toContain('<url><loc>https://example.org/terms/</loc><lastmod>2026-03-04</lastmod></url>');
  expect(xml).toContain('<url><loc>https://example.org/privacy/</loc><lastmod>2026-01-01</lastmod></url>');
  expect(xml).not.toContain('/thanks/');
});

function withPicture(src: string, use = {}): Snapshot {
  const picture = { src, alt: '', ...use };
  const items = snapshot.items.map((item) =>
    item.key === 'block-founders' ? { ...item, value: { ...(item.value as object), picture } } : item,
  );
  return { ...snapshot, items, images: { [libraryImage.publicId]: libraryImage } };
}
