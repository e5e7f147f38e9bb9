import type { Snapshot } from '@threadline/schema/content/snapshot';
import { beforeAll, expect, inject, test } from 'vitest';
import { libraryImage } from './library-image.ts';
import { loadRenderer, type Renderer } from './load-renderer.ts';

const site = 'https://www.example.com';
const app = 'https://app.example.com';
const media = 'https://media.example.com';
const [small, large] = libraryImage.variants.filter(({ format }) => format === 'webp').map(({ url }) => url);

let renderer: Renderer;
beforeAll(async () => {
  renderer = await loadRenderer();
});

/** Returns the seed at these addresses, with a library image as share picture and on the page. */
function snapshotAt(addresses: Pick<Snapshot, 'siteUrl' | 'apiUrl' | 'mediaUrl'>): Snapshot {
  const seed = inject('snapshot');
  const items = seed.items.map((item) => {
    if (item.section === 'site' && item.key === 'seo')
      return { ...item, value: { ...(item.value as object), image: large } };
    if (item.key !== 'block-founders') return item;
    return { ...item, value: { ...(item.value as object), picture: { src: small, alt: '' } } };
  });
  return { ...seed, ...addresses, items, images: { [libraryImage.publicId]: libraryImage } };
}

async function readPage(path: string, snapshot: Snapshot) {
  const { body, headers } = await renderer.render(path, snapshot);
  return { text: new TextDecoder().decode(body), policy: headers['content-security-policy'] ?? '' };
}

const find = (text: string, pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, found]) => found))];

test.each([
  ['one address', { siteUrl: site, apiUrl: '', mediaUrl: '' }],
  ['an API elsewhere', { siteUrl: site, apiUrl: app, mediaUrl: '' }],
  ['an API and pictures elsewhere', { siteUrl: site, apiUrl: app, mediaUrl: media }],
])('with %s, every address in a page is the right one', async (_, addresses) => {
  const { apiUrl, mediaUrl } = addresses;
  const snapshot = snapshotAt(addresses);
  const { text, policy } = await readPage('/', snapshot);
  const privacy = await readPage('/privacy/', snapshot);
  const targets = apiUrl === '' ? "'self'" : `'self' ${apiUrl}`;

  expect(find(text, /<link rel="canonical" href="([^"]*)"/g)).toEqual([`${site}/`]);
  expect(find(text, /<meta property="og:url" content="([^"]*)"/g)).toEqual([`${site}/`]);
  expect(find(text, /<meta property="og:image" content="([^"]*)"/g)).toEqual([`${mediaUrl || site}${large}`]);
  expect(find(text, /<form[^>]* action="([^"#]*)"/g).sort()).toEqual([
    `${apiUrl}/api/newsletter`,
    `${apiUrl}/api/request/send-request`,
  ]);
  expect(find(privacy.text, /href="([^"]*\/api\/[^"]*)"/g)).toEqual([`${apiUrl}/api/my-data`]);
  expect(find(text, /<img src="([^"]*\/media\/[^"]*)"/g)).toEqual([`${mediaUrl}${small}`]);
  expect(find(text, /([^\s",]*)\/media\//g).sort()).toEqual([...new Set([mediaUrl, mediaUrl || site])].sort());
  expect(find(policy, /(connect-src [^;]*)/g)).toEqual([`connect-src ${targets}`]);
  expect(find(policy, /(form-action [^;]*)/g)).toEqual([`form-action ${targets}`]);
  for (const path of ['/sitemap.xml', '/insights/rss.xml', '/robots.txt', '/.well-known/security.txt']) {
    const file = await readPage(path, snapshot);
    expect(find(file.text, /(https:\/\/[\w.-]*example\.com)/g), path).toEqual([site]);
  }
});
