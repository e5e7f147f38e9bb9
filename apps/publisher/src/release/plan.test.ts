import { expect, test } from 'vitest';
import { createPlan } from '../../test/release-plan.ts';
import { planRelease } from './plan.ts';
import type { StaticFile } from './release-files.ts';

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
  const { pages } = createPlan({ '/': 'a', '/art/stair.0a1b2c3d.svg': 'b', '/sitemap.xml': 'c' });
  const kept = pages.filter(({ entry }) => entry.immutable).map(({ path }) => path);
  expect(kept).toEqual(['/art/stair.0a1b2c3d.svg']);
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
