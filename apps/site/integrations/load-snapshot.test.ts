import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSiteContent } from '@threadline/schema/content/site-content';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { serveSnapshot } from '../test/build-site.ts';
import { loadSnapshot } from './load-snapshot.ts';

const { seedFolder } = readConfig({});
const seedOnly = { contentUrl: undefined, seedFolder, siteUrl: undefined, apiUrl: undefined };
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'site-seed-'));
  await cp(seedFolder, folder, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));

test('the seed is a whole site, in the order of its files', async () => {
  const { items } = await loadSnapshot(seedOnly);
  const content = readSiteContent(items);
  expect(content.hero.slides).toHaveLength(4);
  expect(content.services.cards).toHaveLength(9);
  expect(items.map((item) => item.position)).toEqual(items.map((_, index) => index));
});

test('the same seed gives the same snapshot', async () => {
  expect(await loadSnapshot(seedOnly)).toEqual(await loadSnapshot({ ...seedOnly, seedFolder: folder }));
});

test('the environment names the public address', async () => {
  const snapshot = await loadSnapshot({
    ...seedOnly,
    siteUrl: 'https://example.org',
    apiUrl: 'https://api.example.org',
  });
  expect(snapshot).toMatchObject({ siteUrl: 'https://example.org', apiUrl: 'https://api.example.org' });
});

test('a key that is not in the content model is refused by name', async () => {
  await writeFile(path.join(folder, 'hero.json'), JSON.stringify({ headlin: { value: 'x' } }));
  await expect(loadSnapshot({ ...seedOnly, seedFolder: folder })).rejects.toThrow('headlin');
});

test('a running API wins over the seed', async () => {
  const seed = await loadSnapshot(seedOnly);
  const api = await serveSnapshot({ ...seed, revision: 42, siteUrl: 'https://live.example' });
  expect(await loadSnapshot({ ...seedOnly, contentUrl: api.url })).toMatchObject({
    revision: 42,
    siteUrl: 'https://live.example',
  });
  await api.close();
});

test('an API without a snapshot stops the build with its address', async () => {
  const api = await serveSnapshot(await loadSnapshot(seedOnly));
  await expect(loadSnapshot({ ...seedOnly, contentUrl: `${api.url}/elsewhere` })).rejects.toThrow(
    `CONTENT_URL: ${api.url}/elsewhere/api/snapshot answered 404`,
  );
  await api.close();
});

test('an API that cannot be reached is named with CONTENT_URL and the cause', async () => {
  const api = await serveSnapshot(await loadSnapshot(seedOnly));
  await api.close();
  await expect(loadSnapshot({ ...seedOnly, contentUrl: api.url })).rejects.toThrow(
    `CONTENT_URL: ${api.url}/api/snapshot cannot be reached (ECONNREFUSED).`,
  );
});

test('an address of another program is named with CONTENT_URL', async () => {
  const snapshot = { ...(await loadSnapshot(seedOnly)), items: 'none' } as never;
  const api = await serveSnapshot(snapshot);
  await expect(loadSnapshot({ ...seedOnly, contentUrl: api.url })).rejects.toThrow(
    `CONTENT_URL: ${api.url}/api/snapshot does not answer with the content of a site`,
  );
  await api.close();
});
