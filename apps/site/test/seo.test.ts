import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { colors } from '@threadline/design-tokens/tokens';
import { beforeAll, expect, inject, test } from 'vitest';
import { renderSharePicture } from '../src/share/share-picture.ts';
import { editSnapshot } from './edit-snapshot.ts';
import { loadRenderer, type Renderer } from './load-renderer.ts';

let renderer: Renderer;
const snapshot = inject('snapshot');
const pages = new Map<string, string>();
const read = async (route: string) => new TextDecoder().decode((await renderer.render(route, snapshot)).body);

beforeAll(async () => {
  renderer = await loadRenderer();
  for (const route of renderer.routes(snapshot)) if (route.endsWith('/')) pages.set(route, await read(route));
});

const graphElement = /<script type="application\/ld\+json">(.*?)<\/script>/s;
/** Values that machines read: no visitor would look for them. */
const codes =
  '@context @type @id inLanguage addressCountry areaServed dayOfWeek opens closes contactType availableLanguage url item logo image';
const codeKeys = new Set([...codes.split(' '), 'dateModified', 'datePublished', 'telephone']);

function readTexts(value: unknown, key = ''): string[] {
  if (codeKeys.has(key)) return [];
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((each) => readTexts(each, key));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => readTexts(child, name));
}

/** Returns the text of the body, without scripts and tags. */
function plain(html: string): string {
  return html
    .slice(html.indexOf('<body'))
    .replace(/<script.*?<\/script>/gs, '')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#34;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

test('every page that may be found has one graph, whose every word is on that page', () => {
  for (const [route, html] of pages) {
    const graphs = html.match(new RegExp(graphElement, 'gs')) ?? [];
    expect(graphs, route).toHaveLength(html.includes('content="noindex"') ? 0 : 1);
    if (graphs.length === 0) continue;
    const page = plain(html);
    for (const words of readTexts(JSON.parse(graphElement.exec(html)?.[1] ?? ''))) expect(page, route).toContain(words);
  }
});

test('every page that may be found has a title and a summary of its own, as long as search engines show them', () => {
  const found = [...pages.values()].filter((html) => !html.includes('content="noindex"'));
  const titles = found.map((html) => /<title>(.*?)<\/title>/.exec(html)?.[1] ?? '');
  const summaries = found.map((html) => /<meta name="description" content="(.*?)">/.exec(html)?.[1] ?? '');
  for (const title of titles) expect(title.length, title).toBeLessThanOrEqual(60);
  for (const summary of summaries) {
    expect(summary.length, summary).toBeGreaterThan(70);
    expect(summary.length, summary).toBeLessThanOrEqual(161);
  }
  expect(new Set(titles).size).toBe(found.length);
  expect(new Set(summaries).size).toBe(found.length);
});

test('the structured data of an article describes it and its place in the site', () => {
  for (const [route, html] of pages) {
    if (!/^\/insights\/./.test(route)) continue;
    const { '@graph': graph } = JSON.parse(graphElement.exec(html)?.[1] ?? '') as { '@graph': { '@type': unknown }[] };
    expect(graph.map((node) => node['@type'])).toEqual([
      'Organization',
      'WebSite',
      'WebPage',
      'BreadcrumbList',
      'Article',
    ]);
  }
});

test('a shared link has title, text and a picture of its own, of the right size and weight', async () => {
  const pictures = new Map<string, string>();
  for (const [route, html] of pages) {
    const picture = /<meta property="og:image" content="https:\/\/example\.org([^"]+)">/.exec(html)?.[1] ?? '';
    expect(renderer.routes(snapshot), route).toContain(picture);
    const { body, contentType } = await renderer.render(picture, snapshot);
    const bytes = Buffer.from(body);
    expect([contentType, bytes.readUInt32BE(16), bytes.readUInt32BE(20)], route).toEqual(['image/png', 1200, 630]);
    expect(bytes.length, route).toBeLessThan(60_000);
    pictures.set(picture, bytes.toString('base64'));
    expect(html, route).toContain(`<meta property="og:url" content="https://example.org${route}">`);
    expect(html, route).toMatch(/<meta property="og:title" content="[^"]+">/);
    expect(html, route).toContain('<meta name="twitter:card" content="summary_large_image">');
  }
  expect(new Set(pictures.values()).size).toBe(pages.size);
});

test('an edit of a title gives that page another picture, and leaves the others as they are', async () => {
  const items = snapshot.items.map((item) =>
    item.section === 'site' && item.key === 'careers'
      ? { ...item, value: { ...(item.value as object), title: 'Work with us' } }
      : item,
  );
  const before = new Set(renderer.routes(snapshot));
  const added = renderer.routes({ ...snapshot, items }).filter((route) => !before.has(route));
  expect(added).toEqual([expect.stringMatching(/^\/share\/[0-9a-f]{8}\.png$/)]);
});

test('a title in letters that are not drawn gives a picture with the name of the site, never an empty one', async () => {
  const titled = (title: string) => ({
    ...snapshot,
    items: snapshot.items.map((item) =>
      item.section === 'site' && item.key === 'careers'
        ? { ...item, value: { ...(item.value as object), title } }
        : item,
    ),
  });
  const findPicture = async (title: string) => {
    const content = titled(title);
    const { body } = await renderer.render('/careers/', content);
    const route = /og:image" content="https:\/\/example\.org([^"]+)"/.exec(Buffer.from(body).toString())?.[1] ?? '';
    expect(renderer.routes(content)).toContain(route);
    return Buffer.from((await renderer.render(route, content)).body).toString('base64');
  };
  const named = await findPicture('हमारे साथ काम करें');
  expect(named).toBe(await findPicture('करियर'));
  const empty = Buffer.from(renderSharePicture({ title: '', name: '' })).toString('base64');
  expect(named).not.toBe(empty);
  expect(named).toBe(Buffer.from(renderSharePicture({ title: 'Threadline Advisory', name: '' })).toString('base64'));
});

test('the feed holds every article in full', async () => {
  const feed = await read('/insights/rss.xml');
  expect(feed.match(/<item>/g)).toHaveLength(snapshot.items.filter((item) => item.key.startsWith('article-')).length);
  expect(feed).toContain('&lt;h2&gt;Write the scorecard before the advertisement&lt;/h2&gt;');
  expect(feed).not.toMatch(/undefined|\[object/);
});

test('security.txt gives a contact address', async () => {
  const text = await read('/.well-known/security.txt');
  expect(text).toMatch(/^Contact: https:\/\/example\.org\/#enquiry$/m);
  expect(text).toMatch(/^Expires: 2027-01-01T00:00:00\.000Z$/m);
});

test('the manifest names icons that exist', async () => {
  const { icons } = JSON.parse(await read('/manifest.webmanifest')) as { icons: { src: string }[] };
  for (const { src } of icons) {
    const body = await readFile(path.join(inject('buildFolder'), 'static', src));
    expect(body.length, src).toBeGreaterThan(100);
  }
});

test('the bar of the browser has the colours of the first band, on every page and in the manifest', async () => {
  for (const html of pages.values())
    expect([...html.matchAll(/<meta name="theme-color" content="([^"]*)"/g)].map(([, color]) => color)).toEqual([
      colors.band.light,
      colors.band.dark,
    ]);
  expect(JSON.parse(await read('/manifest.webmanifest')).theme_color).toBe(colors.band.light);
});

test('chosen colours are declared on every page, and change theme colour, manifest and the pictures of links', async () => {
  const branded = editSnapshot(snapshot, { 'site.brand': { colors: { primary: '#7a1f5c', accent: '' } } });
  const decode = ({ body }: { body: Uint8Array }) => new TextDecoder().decode(body);
  for (const [route, own] of pages) {
    expect(own).not.toContain('html:root{');
    const page = await renderer.render(route, branded);
    const css = /<style>(html:root\{--color-primary:light-dark\(#7a1f5c,[^<]*)<\/style>/.exec(decode(page))?.[1] ?? '';
    const hash = createHash('sha256').update(css).digest('base64');
    expect(page.headers['content-security-policy'], route).toContain(`'sha256-${hash}'`);
  }
  const manifest = JSON.parse(decode(await renderer.render('/manifest.webmanifest', branded)));
  expect(manifest.theme_color).not.toBe(colors.band.light);
  const readPicture = (html = '') => /property="og:image" content="([^"]+)"/.exec(html)?.[1];
  expect(readPicture(decode(await renderer.render('/', branded)))).not.toBe(readPicture(pages.get('/')));
});
