import type { Snapshot } from '@threadline/schema/content/snapshot';
import { fromParts } from '@threadline/schema/rich-text/from-parts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { catchProblem, createContentFixture, editor, titleWrite } from '../../test/content-fixture.ts';
import { createStoredImageFixture } from '../../test/image-fixture.ts';
import { images } from '../platform/db/schema/core.ts';
import { createRestore } from './restore.ts';
import { seedContent } from './seed.ts';

const badge = (id: string, label: string) => ({
  section: 'hero',
  key: `badge-${id}`,
  value: { label, proof: 'Proof', href: '/careers/' },
});

function createRestoreFixture() {
  const fixture = createContentFixture();
  const { content, deps } = fixture;
  const restore = createRestore(deps, content);
  const latest = () => content.queries.latestRevision();
  /** Selects every item that can be restored. */
  const restoreAll = (revision: number) => {
    const { changes, workingRevision } = restore.plan(revision);
    const items = changes.filter(({ problem }) => problem === null).map(({ section, key }) => ({ section, key }));
    return items.length === 0 ? undefined : restore.apply({ revision, workingRevision, items }, editor);
  };
  return { ...fixture, restore, latest, restoreAll };
}

/** Returns what the page depends on, without versions and times. */
function readPage({
  content,
}: Pick<ReturnType<typeof createRestoreFixture>, 'content'>): Partial<Snapshot['items'][number]>[] {
  return content.queries.workingCopy().map(({ section, key, value, metadata }) => ({ section, key, value, metadata }));
}

test('a restore brings back texts, removed entries and their order, and removes newer entries', () => {
  const fixture = createRestoreFixture();
  const { content, latest, restore, restoreAll } = fixture;
  content.save([titleWrite('One'), badge('a', 'A'), badge('b', 'B')], editor);
  const before = readPage(fixture);
  const revision = latest();
  content.save([titleWrite('Two')], editor);
  content.remove({ section: 'hero', key: 'badge-b' }, editor);
  content.save([badge('c', 'C')], editor);
  content.reorder({ section: 'hero', list: 'badges', keys: ['badge-c', 'badge-a'] }, editor);

  const changes = Object.fromEntries(restore.plan(revision).changes.map((change) => [change.key, change]));
  expect(changes).toMatchObject({
    title: { operation: 'changed', fields: [{ before: 'Two', after: 'One' }] },
    'badge-b': { operation: 'restored' },
    'badge-c': { operation: 'removed' },
  });
  const saved = restoreAll(revision);
  expect(readPage(fixture)).toEqual(before);
  expect([saved?.revision, saved?.restored.length]).toEqual([latest(), 4]);
});

test('only entries in another order count as moved, and the whole order returns', () => {
  const fixture = createRestoreFixture();
  const { content, latest, restore, restoreAll } = fixture;
  content.save([badge('a', 'A'), badge('b', 'B'), badge('c', 'C')], editor);
  const before = readPage(fixture);
  const revision = latest();
  const list = () => restore.plan(revision).changes.map(({ key, operation }) => `${key} ${operation}`);
  content.save([{ ...badge('x', 'X'), after: 'badge-a' }], editor);
  expect(list()).toEqual(['badge-x removed']);
  content.reorder({ section: 'hero', list: 'badges', keys: ['badge-a', 'badge-x', 'badge-c', 'badge-b'] }, editor);
  expect(list().sort()).toEqual(['badge-b moved', 'badge-x removed']);
  restoreAll(revision);
  expect(readPage(fixture)).toEqual(before);
});

test('a text that is restored alone keeps its place', () => {
  const fixture = createRestoreFixture();
  const { content, latest, restore } = fixture;
  content.save([badge('a', 'A'), badge('c', 'C'), badge('b', 'B')], editor);
  const revision = latest();
  content.save([{ ...badge('x', 'X'), after: 'badge-a' }], editor);
  content.save([badge('b', 'Changed')], editor);
  const keys = () => content.queries.workingCopy().map(({ key }) => key);
  const order = keys();
  restore.apply({ revision, workingRevision: latest(), items: [{ section: 'hero', key: 'badge-b' }] }, editor);
  expect(content.queries.item('hero', 'badge-b')?.value).toMatchObject({ label: 'B' });
  expect(keys()).toEqual(order);
});

test('a restore is one revision, is in the audit log and can be undone', () => {
  const fixture = createRestoreFixture();
  const { content, latest, publishing, restoreAll } = fixture;
  content.save([titleWrite('One'), badge('a', 'A')], editor);
  content.save([titleWrite('Two'), badge('b', 'B')], editor);
  const newer = readPage(fixture);
  expect(restoreAll(1)?.revision).toBe(3);
  expect(publishing.targetRevision()).toMatchObject({ revision: 3 });
  restoreAll(2);
  expect([readPage(fixture), latest()]).toEqual([newer, 4]);
});

test('only selected items are restored', () => {
  const { content, restore } = createRestoreFixture();
  content.save([titleWrite('One'), badge('a', 'A')], editor);
  content.save([titleWrite('Two'), badge('a', 'B')], editor);
  restore.apply({ revision: 1, workingRevision: 2, items: [{ section: 'hero', key: 'title' }] }, editor);
  expect(content.queries.item('hero', 'title')?.value).toBe('One');
  expect(content.queries.item('hero', 'badge-a')?.value).toMatchObject({ label: 'B' });
});

test('nothing is restored if the content has changed since the selection', () => {
  const { content, latest, restore } = createRestoreFixture();
  content.save([titleWrite('One')], editor);
  content.save([titleWrite('Two')], editor);
  content.save([titleWrite('Three')], editor);
  const items = [{ section: 'hero', key: 'title' }];
  const problem = catchProblem(() => restore.apply({ revision: 1, workingRevision: 2, items }, editor));
  expect([problem.code, problem.message]).toEqual([
    'conflict',
    'The content has changed meanwhile. Compare the versions again.',
  ]);
  expect([latest(), content.queries.item('hero', 'title')?.value]).toEqual([3, 'Three']);
});

test('an unknown version of the content is not found', () => {
  const { restore } = createRestoreFixture();
  expect(catchProblem(() => restore.plan(9))).toMatchObject({ code: 'not-found' });
});

/** With the content of a fresh installation. */
function createSeeded() {
  const fixture = createRestoreFixture();
  seedContent(fixture.content, fixture.deps.config.seedDir);
  const read = (section: string, key: string) => fixture.content.queries.item(section, key)?.value;
  return { ...fixture, read };
}

test('a link that would lead nowhere is named, and nothing is restored', () => {
  const { content, latest, read, restore } = createSeeded();
  content.save([{ section: 'services', key: 'service-extra', value: read('services', 'service-hiring') }], editor);
  content.save([{ ...badge('a', 'A'), value: { label: 'A', proof: 'Proof', href: '/#extra' } }], editor);
  const before = latest();
  const items = [{ section: 'services', key: 'service-extra' }];
  const problem = catchProblem(() => restore.apply({ revision: 1, workingRevision: before, items }, editor));
  expect([problem.code, problem.message]).toEqual([
    'conflict',
    'Badge: A links to /#extra, which would not exist. Change the selection.',
  ]);
  expect([latest(), read('services', 'service-extra') === undefined]).toEqual([before, false]);
});

test('a list never gets fewer entries than the page needs', () => {
  const { content, latest, read, restore } = createSeeded();
  const slides = content.queries
    .workingCopy()
    .filter(({ section, key }) => section === 'hero' && key.startsWith('slide-'));
  const extra = { section: 'hero', key: 'slide-extra' };
  content.save([{ ...extra, value: read('hero', 'slide-build') }], editor);
  for (const { key } of slides) content.remove({ section: 'hero', key }, editor);
  const request = { revision: 1, workingRevision: latest(), items: [extra] };
  expect(catchProblem(() => restore.apply(request, editor)).message).toBe(
    'Slides would have 0 entries, and can have 1 to 8. Change the selection.',
  );
});

test('an item that shows a deleted image says so, and cannot be restored', async () => {
  const { content, deps, image } = await createStoredImageFixture();
  const block = {
    section: 'about',
    key: 'block-a',
    value: { heading: 'A', body: 'B', picture: { src: image.url, alt: 'A' } },
  };
  content.save([block], editor);
  content.save([{ ...block, value: { ...block.value, picture: { src: '/art/cover-hiring', alt: '' } } }], editor);
  deps.db.update(images).set({ trashedAt: deps.now().toISOString() }).run();
  const restore = createRestore(deps, content);
  const { changes, workingRevision } = restore.plan(1);
  const reason = 'It shows an image that was deleted. Restore the image first.';
  expect(changes).toMatchObject([{ key: 'block-a', problem: reason }]);
  const items = [{ section: 'about', key: 'block-a' }];
  expect(catchProblem(() => restore.apply({ revision: 1, workingRevision, items }, editor)).message).toContain(reason);
});

test('settings and messages are marked, because an old one must not return unnoticed', () => {
  const { content, read, restore } = createSeeded();
  const contact = read('site', 'contact') as object;
  content.save(
    [titleWrite('Two'), { section: 'site', key: 'contact', value: { ...contact, phone: '+919845012345' } }],
    editor,
  );
  expect(restore.plan(1).changes).toMatchObject([
    { key: 'title', isSetting: false },
    { key: 'contact', isSetting: true },
  ]);
});

test('a restore and its undo leave the page as it was, whatever was edited [property]', () => {
  const step = fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), label: fc.constantFrom('One', 'Two', 'Three') });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('save', 'remove', 'reverse'), step), { minLength: 2, maxLength: 12 }),
      fc.nat(),
      (steps, pick) => {
        const fixture = createRestoreFixture();
        const { content, latest, restoreAll } = fixture;
        content.save([titleWrite('Start')], editor);
        const pages = new Map([[latest(), readPage(fixture)]]);
        for (const [action, { id, label }] of steps) {
          const keys = content.queries.workingCopy().flatMap(({ key }) => (key.startsWith('badge-') ? key : []));
          if (action === 'save') content.save([badge(id, label)], editor);
          else if (action === 'reverse')
            content.reorder({ section: 'hero', list: 'badges', keys: keys.toReversed() }, editor);
          else if (keys.includes(`badge-${id}`) && keys.length > 1)
            content.remove({ section: 'hero', key: `badge-${id}` }, editor);
          pages.set(latest(), readPage(fixture));
        }
        const now = readPage(fixture);
        const newest = latest();
        const revision = [...pages.keys()][pick % pages.size] as number;
        fc.pre(revision !== newest);
        restoreAll(revision);
        expect(readPage(fixture)).toEqual(pages.get(revision));
        restoreAll(newest);
        expect(readPage(fixture)).toEqual(now);
      },
    ),
    { numRuns: 60 },
  );
});

test('a restore brings back the address of an article, and the newer one leads there', () => {
  const { content, latest, restore, restoreAll } = createRestoreFixture();
  const value = {
    kicker: 'A',
    title: 'First',
    excerpt: 'B',
    publishedOn: '2026-11-21',
    picture: { src: '/art/hero-build', alt: '' },
    body: fromParts([{ text: 'C' }]),
  };
  const place = { section: 'insights', key: 'article-first' };
  content.save([{ ...place, value }], editor);
  const revision = latest();
  content.save([{ ...place, value: { ...value, address: 'second' } }], editor);
  restoreAll(revision);
  const { value: restored, metadata } = content.queries.item(place.section, place.key) ?? {};
  expect([restored, metadata]).toMatchObject([{ address: '' }, { formerIds: ['second'] }]);
  expect(restore.plan(revision).changes).toEqual([]);
});
