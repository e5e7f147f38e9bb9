import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContentItem } from '@threadline/schema/content/content-item';
import { contentModel, type SectionDefinition } from '@threadline/schema/content/content-model';
import { phoneError } from '@threadline/schema/primitives/phone';
import { expect, test } from 'vitest';
import {
  article,
  catchProblem,
  contentFootprint,
  createContentFixture,
  editor,
  titleWrite,
} from '../../test/content-fixture.ts';
import { listAudit } from '../audit-log/list.ts';
import { deliveries } from '../platform/db/schema/core.ts';
import { seedContent } from './seed.ts';

test('a saved item is read back byte for byte [M5]', () => {
  const { content } = createContentFixture();
  const value = ' ₹100 crore “quoted” & <b>\u200f';
  const { items, revision } = content.save([titleWrite(value)], editor);
  expect(content.queries.item('hero', 'title')).toMatchObject({ value, type: 'text', version: 1, updatedBy: 'Editor' });
  expect(items).toHaveLength(1);
  expect(revision).toBe(1);
});

test('each write raises the revision by one, notifies the listener and keeps the older text', () => {
  const { content, deps, publishing } = createContentFixture();
  content.save([titleWrite('One')], editor);
  content.save([titleWrite('Two')], editor);
  expect(publishing.targetRevision()).toMatchObject({ revision: 2, pinnedRelease: null });
  const { history } = content.queries.history({ section: 'hero', key: 'title' }, { limit: 9 });
  expect(history.map(({ value, revision }) => [revision, value])).toEqual([
    [2, 'Two'],
    [1, 'One'],
  ]);
  expect(deps.db.select({ revision: deliveries.revision, state: deliveries.state }).from(deliveries).all()).toEqual([
    { revision: 1, state: 'superseded' },
    { revision: 2, state: 'pending' },
  ]);
});

test('saving the same text again changes nothing', () => {
  const fixture = createContentFixture();
  fixture.content.save([titleWrite('One')], editor);
  const before = contentFootprint(fixture);
  expect(fixture.content.save([titleWrite('One')], editor).revision).toBe(1);
  expect(contentFootprint(fixture)).toEqual(before);
});

test('a phone number in the contact details is stored in E.164, and other text is rejected', () => {
  const { content } = createContentFixture();
  const details = JSON.parse(
    readFileSync(new URL('../../../../content-seed/site.json', import.meta.url), 'utf8'),
  ).contact;
  const save = (phone: string) =>
    content.save([{ section: 'site', key: 'contact', value: { ...details.value, phone } }], editor);
  for (const phone of ['+91 98450 12345', '098450-12345', '98450 12345']) {
    save(phone);
    expect(content.queries.item('site', 'contact')?.value).toMatchObject({ phone: '+919845012345' });
  }
  expect(catchProblem(() => save('12345')).options.errors).toEqual([{ pointer: '/value/phone', detail: phoneError }]);
});

test('an edit based on an older version is rejected with the current text [R9]', () => {
  const fixture = createContentFixture();
  fixture.content.save([titleWrite('One')], editor);
  fixture.content.save([titleWrite('Two', 1)], editor);
  const before = contentFootprint(fixture);
  const problem = catchProblem(() => fixture.content.save([titleWrite('Three', 1)], editor));
  expect(problem.code).toBe('conflict');
  expect((problem.options.current as ContentItem).value).toBe('Two');
  expect(contentFootprint(fixture)).toEqual(before);
});

test.each([
  ['an unknown section', { section: 'nowhere', key: 'title', value: 'A' }, 'not-found'],
  ['an unknown key', { section: 'hero', key: 'nothing', value: 'A' }, 'not-found'],
  ['a prototype name', { section: '__proto__', key: 'toString', value: 'A' }, 'not-found'],
  ['a wrong type', { section: 'hero', key: 'title', value: 12 }, 'validation-failed'],
  ['a missing value', { section: 'hero', key: 'title', value: undefined }, 'validation-failed'],
  ['a text that is too long', { section: 'hero', key: 'title', value: 'x'.repeat(1_000_000) }, 'validation-failed'],
  ['a lone surrogate', { section: 'hero', key: 'title', value: 'a\ud800' }, 'validation-failed'],
  [
    'an unknown field',
    { section: 'footer', key: 'link-a', value: { label: 'A', href: '/a/', extra: 1 } },
    'validation-failed',
  ],
  [
    'a script URL',
    { section: 'footer', key: 'link-a', value: { label: 'A', href: 'javascript:alert(1)' } },
    'validation-failed',
  ],
  [
    'an image that is not in the library',
    {
      section: 'about',
      key: 'block-a',
      value: { heading: 'A', body: 'B', picture: { src: `/media/${'0'.repeat(32)}-480.webp`, alt: '' } },
    },
    'validation-failed',
  ],
])('%s is rejected and nothing is written, alone or among valid items [M7]', (_, bad, code) => {
  const fixture = createContentFixture();
  const before = contentFootprint(fixture);
  expect(catchProblem(() => fixture.content.save([bad], editor)).code).toBe(code);
  expect(catchProblem(() => fixture.content.save([titleWrite('Good'), bad], editor)).code).toBe(code);
  expect(contentFootprint(fixture)).toEqual(before);
});

test('the error of a bulk save points to the invalid item [M7]', () => {
  const { content } = createContentFixture();
  const bad = { section: 'hero', key: 'label', value: '' };
  expect(catchProblem(() => content.save([titleWrite('Good'), bad], editor)).options.errors?.[0]?.pointer).toBe(
    '/updates/1/value',
  );
});

test('a snapshot of an older revision has the older texts, order and entries', () => {
  const { content } = createContentFixture();
  const ticker = (key: string) => ({ section: 'hero', key, value: key });
  content.save([ticker('ticker-a'), ticker('ticker-b'), ticker('ticker-c')], editor);
  content.reorder({ section: 'hero', list: 'ticker', keys: ['ticker-c', 'ticker-a', 'ticker-b'] }, editor);
  content.remove({ section: 'hero', key: 'ticker-a' }, editor);
  content.save([{ section: 'hero', key: 'ticker-b', value: 'changed' }], editor);
  const valuesAt = (revision: number) => content.queries.itemsAt(revision).map(({ value }) => value);
  expect(valuesAt(1)).toEqual(['ticker-a', 'ticker-b', 'ticker-c']);
  expect(valuesAt(2)).toEqual(['ticker-c', 'ticker-a', 'ticker-b']);
  expect(valuesAt(3)).toEqual(['ticker-c', 'ticker-b']);
  expect(valuesAt(4)).toEqual(['ticker-c', 'changed']);
});

test('an older revision has the first value of a single that an update has added', () => {
  const { content } = createContentFixture();
  const write = (key: string, value: string) => [{ section: 'hero', key, value }];
  content.save(write('title', 'Old'), null);
  content.save([...write('subtitle', 'First'), ...write('ticker-a', 'An entry')], null);
  content.save(write('subtitle', 'Second'), editor);
  expect(content.queries.itemsAt(1).map(({ value }) => value)).toEqual(['Old', 'First']);
});

test('a new order must contain exactly the existing entries', () => {
  const fixture = createContentFixture();
  fixture.content.save(
    ['ticker-a', 'ticker-b'].map((key) => ({ section: 'hero', key, value: key })),
    editor,
  );
  const before = contentFootprint(fixture);
  for (const keys of [
    ['ticker-a'],
    ['ticker-a', 'ticker-a'],
    ['ticker-a', 'ticker-x'],
    ['ticker-a', 'ticker-b', 'title'],
  ]) {
    expect(
      catchProblem(() => fixture.content.reorder({ section: 'hero', list: 'ticker', keys: keys }, editor)).code,
    ).toBe('conflict');
  }
  expect(contentFootprint(fixture)).toEqual(before);
});

test('a single text and the last required entry cannot be removed', () => {
  const { content } = createContentFixture();
  content.save(
    [titleWrite('A'), { section: 'process', key: 'step-a', value: { title: 'A', body: 'B', when: 'C' } }],
    editor,
  );
  expect(catchProblem(() => content.remove({ section: 'hero', key: 'title' }, editor)).code).toBe('conflict');
  expect(catchProblem(() => content.remove({ section: 'process', key: 'step-a' }, editor)).code).toBe('conflict');
});

test('an entry that is created again after its removal does not match an edit of the removed one', () => {
  const { content } = createContentFixture();
  const ticker = (value: string, version?: number) => ({ section: 'hero', key: 'ticker-a', value, version });
  content.save([ticker('One')], editor);
  content.remove({ section: 'hero', key: 'ticker-a' }, editor);
  content.save([ticker('Another')], editor);
  expect(catchProblem(() => content.save([ticker('Edit of the first', 1)], editor)).code).toBe('conflict');
});

test('seeding twice adds nothing, keeps edits and does not restore removed entries', () => {
  const { content, deps } = createContentFixture();
  expect(seedContent(content, deps.config.seedDir)).toBeGreaterThan(100);
  content.save([titleWrite('An edit')], editor);
  content.remove({ section: 'hero', key: 'badge-onboarding' }, editor);
  expect(seedContent(content, deps.config.seedDir)).toBe(0);
  expect(content.queries.item('hero', 'title')?.value).toBe('An edit');
  expect(content.queries.item('hero', 'badge-onboarding')).toBeUndefined();
});

test('seeding puts the entries of every list in the order of the seed file', () => {
  const { content, deps } = createContentFixture();
  seedContent(content, deps.config.seedDir);
  const seeded = content.queries.workingCopy();
  for (const [section, { lists }] of Object.entries<SectionDefinition>(contentModel)) {
    const file = readFileSync(join(deps.config.seedDir, `${section}.json`), 'utf8');
    for (const { prefix } of Object.values(lists)) {
      const isEntry = (key: string) => key.startsWith(`${prefix}-`);
      const keys = seeded.filter((item) => item.section === section).map(({ key }) => key);
      expect(keys.filter(isEntry), `${section}, ${prefix}`).toEqual(Object.keys(JSON.parse(file)).filter(isEntry));
    }
  }
});

test('several new entries in one save keep their order before the older ones', () => {
  const { content } = createContentFixture();
  const write = (key: string) => ({ section: 'insights', key, value: article });
  content.save([write('article-old')], editor);
  const { items } = content.save([write('article-one'), write('article-two')], editor);
  expect(items.map(({ key }) => key)).toEqual(['article-one', 'article-two']);
  const keys = content.queries.workingCopy().map(({ key }) => key);
  expect(keys).toEqual(['article-one', 'article-two', 'article-old']);
});

test('the history is paged, with user and time of moves and removals', () => {
  const { content, deps } = createContentFixture();
  const colleague = { id: 'u2', name: 'Colleague' };
  const ticker = (key: string, value: string) => ({ section: 'hero', key, value });
  content.save([ticker('ticker-a', 'One'), ticker('ticker-b', 'B')], editor);
  deps.clock.advance(60_000);
  content.save([ticker('ticker-a', 'Two')], editor);
  deps.clock.advance(60_000);
  content.reorder({ section: 'hero', list: 'ticker', keys: ['ticker-b', 'ticker-a'] }, colleague);
  content.remove({ section: 'hero', key: 'ticker-a' }, colleague);
  const place = { section: 'hero', key: 'ticker-a' };
  const first = content.queries.history(place, { limit: 2 });
  expect(first.more).toBe(true);
  expect(first.history.map(({ operation, by, at }) => [operation, by, at])).toEqual([
    ['delete', 'Colleague', '2026-11-21T10:02:00.000Z'],
    ['order', 'Colleague', '2026-11-21T10:02:00.000Z'],
  ]);
  const second = content.queries.history(place, { limit: 2, before: first.history.at(-1)?.id });
  expect(second.more).toBe(false);
  expect(second.history.map(({ value, by }) => [value, by])).toEqual([
    ['Two', 'Editor'],
    ['One', 'Editor'],
  ]);
});

test('a removed entry is listed and restored to its position with a new revision', () => {
  const { content } = createContentFixture();
  const keys = ['ticker-a', 'ticker-b', 'ticker-c'];
  content.save(
    keys.map((key) => ({ section: 'hero', key, value: key })),
    editor,
  );
  content.remove({ section: 'hero', key: 'ticker-b' }, editor);
  const [removed] = content.queries.removed({ limit: 9 }).removed;
  expect(removed).toMatchObject({ section: 'hero', key: 'ticker-b', value: 'ticker-b', by: 'Editor' });
  const { revision } = content.save([{ section: 'hero', key: 'ticker-b', value: removed?.value }], editor);
  expect(revision).toBe(3);
  expect(content.queries.removed({ limit: 9 }).removed).toEqual([]);
  expect(content.queries.workingCopy().map(({ key }) => key)).toEqual(keys);
});

test('the second of two new entries with the same key is rejected, and the first stays unchanged', () => {
  const fixture = createContentFixture();
  const entry = (value: string) => ({ section: 'hero', key: 'ticker-a', value, isNew: true });
  fixture.content.save([entry('First')], editor);
  const before = contentFootprint(fixture);
  const problem = catchProblem(() => fixture.content.save([entry('Second')], editor));
  expect([problem.code, (problem.options.current as ContentItem).value]).toEqual(['conflict', 'First']);
  expect(contentFootprint(fixture)).toEqual(before);
});

test('a new article is first in its list, other new entries are last, and a restored one is at its old position', () => {
  const { content } = createContentFixture();
  const listKeys = (section: string) =>
    content.queries.workingCopy().flatMap((item) => (item.section === section ? [item.key] : []));
  const add = (key: string) => content.save([{ section: 'insights', key, value: article }], editor);
  for (const key of ['article-one', 'article-two', 'article-three']) add(key);
  expect(listKeys('insights')).toEqual(['article-three', 'article-two', 'article-one']);
  content.remove({ section: 'insights', key: 'article-two' }, editor);
  add('article-two');
  expect(listKeys('insights')).toEqual(['article-three', 'article-two', 'article-one']);
  for (const key of ['ticker-one', 'ticker-two']) content.save([{ section: 'hero', key, value: key }], editor);
  expect(listKeys('hero')).toEqual(['ticker-one', 'ticker-two']);
});

test('the audit log has one entry for an added and for a moved entry of a list, not one for each that makes room', () => {
  const { content, deps } = createContentFixture();
  const save = (key: string, after?: string) => content.save([{ section: 'hero', key, value: key, after }], editor);
  for (const key of ['ticker-a', 'ticker-b', 'ticker-c']) save(key);
  const listNewest = (count: number) => listAudit(deps.db, count).map(({ action, subject }) => `${action} ${subject}`);
  save('ticker-x', 'ticker-a');
  content.reorder({ section: 'hero', list: 'ticker', keys: ['ticker-c', 'ticker-a', 'ticker-x', 'ticker-b'] }, editor);
  expect(listNewest(3)).toEqual([
    'content.moved hero.ticker-c',
    'content.created hero.ticker-x',
    'content.created hero.ticker-c',
  ]);
});
