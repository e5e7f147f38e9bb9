import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { securityHeaders } from '@threadline/schema/wire/release-response';
import { beforeEach, expect, test } from 'vitest';
import { createPlan, longPage } from '../../test/release-plan.ts';
import { useTempFolder } from '../../test/temp-folder.ts';
import type { StaticFile } from './release-files.ts';
import { readWholeRelease } from './release-files.ts';
import { planRelease, writeRelease } from './write-release.ts';

const folder = useTempFolder();
let releases: string;
beforeEach(() => {
  releases = join(folder(), 'releases');
  mkdirSync(releases);
});

const publicFile = (id: string, file: string) => join(releases, id, 'public', file);

test('a release is a folder of plain files with precompressed copies and a manifest', async () => {
  const html = longPage('Home');
  const manifest = await writeRelease(releases, createPlan({ '/': html, '/terms/': 'short' }), undefined);
  expect(readdirSync(releases)).toEqual([manifest.id]);
  expect(readFileSync(publicFile(manifest.id, 'index.html'), 'utf8')).toBe(html);
  expect(brotliDecompressSync(readFileSync(publicFile(manifest.id, 'index.html.br'))).toString()).toBe(html);
  expect(gunzipSync(readFileSync(publicFile(manifest.id, 'index.html.gz'))).toString()).toBe(html);
  expect(readdirSync(publicFile(manifest.id, 'terms'))).toEqual(['index.html']);
  expect(manifest.files['/']).toMatchObject({ file: 'index.html', immutable: false, headers: { 'x-path': '/' } });
  expect(manifest.headers).toEqual(securityHeaders);
  expect(await readWholeRelease(join(releases, manifest.id))).toEqual(manifest);
});

test('unchanged pages are shared with the previous release', async () => {
  const first = await writeRelease(
    releases,
    createPlan({ '/': longPage('One'), '/terms/': longPage('Terms') }),
    undefined,
  );
  const previous = { folder: join(releases, first.id), manifest: first };
  const plan = createPlan({ '/': longPage('Two'), '/terms/': longPage('Terms') }, { revision: 2 });
  const second = await writeRelease(releases, plan, previous);
  const inode = (id: string, file: string) => statSync(publicFile(id, file)).ino;
  for (const file of ['terms/index.html', 'terms/index.html.br', 'terms/index.html.gz']) {
    expect(inode(second.id, file)).toBe(inode(first.id, file));
  }
  expect(inode(second.id, 'index.html')).not.toBe(inode(first.id, 'index.html'));
  expect(await readWholeRelease(join(releases, second.id))).toEqual(second);
});

test('a page keeps its own headers when its bytes are shared', async () => {
  const first = await writeRelease(releases, createPlan({ '/': 'a' }), undefined);
  const previous = { folder: join(releases, first.id), manifest: first };
  const plan = createPlan({ '/': 'a' }, { revision: 2 });
  const [page] = plan.pages;
  if (page) page.entry.headers = { 'content-security-policy': "default-src 'none'" };
  expect((await writeRelease(releases, plan, previous)).files['/']?.headers).toEqual(page?.entry.headers);
});

test('files of successive releases within a second never have the same time', async () => {
  const times: number[] = [];
  for (let revision = 1; revision <= 5; revision += 1) {
    const { id } = await writeRelease(releases, createPlan({ '/': `${revision}2%` }, { revision }), undefined);
    times.push(statSync(publicFile(id, 'index.html')).mtimeMs);
  }
  expect(times.every((time) => time % 1000 === 0)).toBe(true);
  expect(times).toEqual([...new Set(times)].sort((one, other) => one - other));
});

test('a failed write leaves no files and does not affect other releases', async () => {
  const first = await writeRelease(releases, createPlan({ '/': 'a' }), undefined);
  // A page cannot be both a file and the folder of another page: the write fails half-way.
  const broken = createPlan({ '/': 'b', '/terms': 'file', '/terms/': 'folder' }, { revision: 2 });
  await expect(writeRelease(releases, broken, undefined)).rejects.toThrow(/EISDIR|EEXIST|ENOTDIR/);
  expect(readdirSync(releases)).toEqual([first.id]);
  expect(await readWholeRelease(join(releases, first.id))).toEqual(first);
});

test('a damaged release with the same id is replaced by an intact one', async () => {
  const plan = createPlan({ '/': longPage('Home') });
  const manifest = await writeRelease(releases, plan, undefined);
  const file = publicFile(manifest.id, 'index.html');
  const flipped = readFileSync(file);
  flipped[10] = 0;
  writeFileSync(file, flipped, { mode: 0o644 });
  expect(await readWholeRelease(join(releases, manifest.id))).toBeUndefined();
  await writeRelease(releases, plan, undefined);
  expect(await readWholeRelease(join(releases, manifest.id))).toBeDefined();
  expect(readdirSync(releases)).toEqual([manifest.id]);
});

function asset(path: string, sha256 = 'aa'): StaticFile {
  const entry = {
    file: path.slice(1),
    sha256,
    bytes: 1,
    contentType: 'text/css',
    encodings: {},
    immutable: true,
    headers: {},
  };
  return { path, source: `/somewhere${path}`, entry };
}
const withStatics = (statics: StaticFile[], olderAssets: StaticFile[] = []) =>
  planRelease({ revision: 1, pages: createPlan({ '/': 'a' }).pages.slice(0, 1), statics, olderAssets });

test('the id consists of the revision and a hash of the content, independent of page order', () => {
  const plan = createPlan({ '/': 'a', '/b/': 'b' }, { revision: 42 });
  expect(plan.id).toMatch(/^000042-[0-9a-f]{8}$/);
  expect(createPlan({ '/b/': 'b', '/': 'a' }, { revision: 42 }).id).toBe(plan.id);
});

test('different bytes, paths, headers or assets give a different id', () => {
  const ids = [
    createPlan({ '/': 'a' }).id,
    createPlan({ '/': 'b' }).id,
    createPlan({ '/b/': 'a' }).id,
    withStatics([asset('/_astro/a.css')]).id,
    withStatics([asset('/_astro/a.css', 'bb')]).id,
  ];
  expect(new Set(ids).size).toBe(ids.length);
});

test('assets of earlier code are included without changing the id', () => {
  const plain = withStatics([asset('/_astro/a.css')]);
  const carrying = withStatics([asset('/_astro/a.css')], [asset('/_astro/a.css'), asset('/_astro/old.css')]);
  expect(carrying.id).toBe(plain.id);
  expect(carrying.statics.map(({ path }) => path)).toEqual(['/_astro/a.css', '/_astro/old.css']);
});

test('a rendered file with a hash in its name can be cached forever, a page cannot', () => {
  const { pages } = createPlan({
    '/': 'a',
    '/art/stair.0a1b2c3d.svg': 'b',
    '/share/0a1b2c3d.png': 'c',
    '/data/0a1b2c3d.json': 'd',
    '/insights/0a1b2c3d.json': 'e',
    '/sitemap.xml': 'f',
  });
  const immutable = pages.filter(({ entry }) => entry.immutable).map(({ path }) => path);
  expect(immutable).toEqual(['/art/stair.0a1b2c3d.svg', '/share/0a1b2c3d.png', '/data/0a1b2c3d.json']);
});

test('every release contains its id', () => {
  const { id, pages } = createPlan({ '/': 'a' }, { revision: 3 });
  const mark = pages.find(({ path }) => path === '/release.json');
  expect(JSON.parse(Buffer.from(mark?.body ?? []).toString())).toEqual({ id, revision: 3 });
});

test('a file of two earlier versions is in the release once', () => {
  const shared = asset('/_astro/shared.js');
  const { statics } = withStatics([asset('/_astro/new.js')], [shared, asset('/_astro/old.js'), shared]);
  expect(statics.map(({ path }) => path)).toEqual(['/_astro/new.js', '/_astro/shared.js', '/_astro/old.js']);
});
