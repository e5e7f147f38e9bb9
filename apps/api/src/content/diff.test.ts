import { fromParts } from '@threadline/schema/rich-text/from-parts';
import type { RichText } from '@threadline/schema/rich-text/rich-text';
import { expect, test } from 'vitest';
import { article, createContentFixture, editor } from '../../test/content-fixture.ts';
import { diffItem, findChangedItems } from './diff.ts';

const limits = { fields: 3, characters: 80 };

const writeBody = (word: string, href: string): RichText => ({
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'See our ' },
        { type: 'text', text: word, marks: [{ type: 'link', attrs: { href } }] },
      ],
    },
  ],
});

/** Returns the difference between two texts of an article, as people read it. */
function compare(before: RichText, after: RichText) {
  const { deps } = createContentFixture();
  const toState = (body: RichText) => ({ value: { ...article, body }, metadata: {} });
  const change = { section: 'insights', key: 'article-a', before: toState(before), after: toState(after) };
  return diffItem(deps.db, change, limits).fields.map((field) => [field.before, field.after]);
}

test('a changed sentence is shown without the code of its formats', () => {
  expect(compare(writeBody('services', '/#services'), writeBody('work', '/#services'))).toEqual([
    ['See our services', 'See our work'],
  ]);
});

test.each([
  ['/#about', 'See our “services” → About'],
  ['https://example.org/', 'See our “services” → https://example.org/'],
])('a change of the target of a link to %s alone is shown by its name', (href, expected) => {
  expect(compare(writeBody('services', '/#services'), writeBody('services', href))).toEqual([
    ['See our “services” → Services', expected],
  ]);
});

test('targets with the same name are shown by their addresses', () => {
  expect(compare(writeBody('services', '/#services'), writeBody('services', '#services'))).toEqual([
    ['See our “services” → /#services', 'See our “services” → #services'],
  ]);
});

test('a change of the formats alone is found and named', () => {
  const write = (...marks: ('bold' | 'italic')[]): RichText => ({
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Now', marks: marks.map((type) => ({ type })) }] }],
  });
  expect(compare(write(), write('bold', 'italic'))).toEqual([['Now', 'Now (bold) (italic)']]);
});

test('unchecking one of several choices is one change, with the labels of the choices', () => {
  const { deps } = createContentFixture();
  const toState = (openDays: string[]) => ({ value: { openDays }, metadata: {} });
  const [before, after] = [toState(['monday', 'tuesday', 'saturday']), toState(['tuesday', 'saturday'])];
  expect(diffItem(deps.db, { section: 'site', key: 'contact', before, after }, limits)).toEqual({
    fields: [
      { pointer: '/openDays', label: 'Open on', before: 'Monday, Tuesday, Saturday', after: 'Tuesday, Saturday' },
    ],
    fieldCount: 1,
  });
});

test('phone numbers are written as on the page', () => {
  const { deps } = createContentFixture();
  const toState = (phone: string) => ({ value: { phone }, metadata: {} });
  const [before, after] = [toState('+919845012345'), toState('+919845012346')];
  const { fields } = diffItem(deps.db, { section: 'site', key: 'contact', before, after }, limits);
  expect(fields).toMatchObject([{ before: '+91 98450 12345', after: '+91 98450 12346' }]);
});

test('a link is named by its target, also if that is hidden or removed; another address stays as it is', () => {
  const { deps, content } = createContentFixture();
  const page = {
    title: 'Terms',
    description: 'All terms.',
    body: fromParts([{ heading: 'A', anchor: 'a', text: 'B' }]),
  };
  const terms = { section: 'site', key: 'page-terms', value: page, metadata: {} };
  const toState = (href: string) => ({ value: { label: 'A', href }, metadata: {} });
  const list = (before: string, after: string) => {
    const change = { section: 'footer', key: 'link-a', before: toState(before), after: toState(after) };
    return diffItem(deps.db, change, limits).fields.map((field) => [field.before, field.after]);
  };
  content.save([terms], editor);
  content.save([{ ...terms, metadata: { hidden: true } }], editor);
  expect(list('/terms/', '#services')).toEqual([['Terms', 'Services']]);
  content.remove({ section: 'site', key: 'page-terms' }, editor);
  expect(list('/terms/#a', 'https://example.org/')).toEqual([['Terms: A', 'https://example.org/']]);
  expect(list('', '/careers/')).toEqual([['', 'Careers']]);
});

test('a setting that is off does not differ from an absent one', () => {
  const { deps, content } = createContentFixture();
  const change = { section: 'hero', key: 'title', before: { value: 'Words', metadata: {} } };
  const after = { value: 'Words', metadata: { hidden: false, unlisted: false } };
  expect(diffItem(deps.db, { ...change, after }, limits)).toEqual({ fields: [], fieldCount: 0 });
  const write = { section: 'hero', key: 'title', value: 'Words' };
  const { revision } = content.save([write], null);
  content.save([{ ...write, metadata: after.metadata }], null);
  expect(findChangedItems(deps.db, content.queries, revision)).toEqual([]);
});
