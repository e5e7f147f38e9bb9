import { fromParts } from '@threadline/schema/rich-text/from-parts';
import { expect, test } from 'vitest';
import {
  catchProblem,
  contentFootprint,
  createContentFixture,
  editor,
  titleWrite,
} from '../../test/content-fixture.ts';

const slide = (key: string, href: string) => ({
  section: 'hero',
  key,
  value: {
    label: 'A',
    kicker: 'B',
    primaryCTA: { label: 'C', href: '#contact' },
    secondaryCTA: { label: 'D', href },
    media: { type: 'image', src: '/art/hero-build' },
  },
});
const article = (anchor: string) => ({
  section: 'insights',
  key: 'article-first',
  value: {
    kicker: 'A',
    title: 'First',
    excerpt: 'B',
    publishedOn: '2026-11-21',
    picture: { src: '/art/hero-build', alt: '' },
    body: fromParts([{ heading: 'C', anchor, text: 'D' }]),
  },
});

test.each(['/career/', '/Careers', '#careers', '#contakt', '/insights/first/#prat', `/${'a'.repeat(150)}/`])(
  'a link to %s is rejected with its field',
  (href) => {
    const fixture = createContentFixture();
    fixture.content.save([article('part')], editor);
    const before = contentFootprint(fixture);
    const { code, options } = catchProblem(() => fixture.content.save([slide('slide-a', href)], editor));
    const detail = 'No page or section has this address. Choose one from the list.';
    expect([code, options.detail, options.errors]).toEqual([
      'validation-failed',
      detail,
      [{ pointer: '/value/secondaryCTA/href', detail }],
    ]);
    expect(
      catchProblem(() => fixture.content.save([titleWrite('Good'), slide('slide-a', href)], editor)).options.errors,
    ).toEqual([{ pointer: '/updates/1/value/secondaryCTA/href', detail }]);
    expect(contentFootprint(fixture)).toEqual(before);
  },
);

test('a service cannot use the anchor of a section, nor a page the URL of another page', () => {
  const { content } = createContentFixture();
  const page = { title: 'A', description: 'B', body: fromParts([{ heading: 'C', text: 'D' }]) };
  const careers = { section: 'site', key: 'page-careers', value: page };
  expect(catchProblem(() => content.save([careers], editor)).code).toBe('conflict');
  expect(content.save([{ ...careers, key: 'page-career' }], editor).items).toHaveLength(1);
});

test('a link can lead to an entry that is saved together with it', () => {
  const { content } = createContentFixture();
  expect(content.save([slide('slide-a', '/insights/first/#part'), article('part')], editor).items).toHaveLength(2);
});

test('a link target is removed in one revision with the links to it, or nothing changes', () => {
  const fixture = createContentFixture();
  const { content } = fixture;
  const { revision } = content.save([article('part'), slide('slide-a', '/insights/first/')], editor);
  const removals = [{ section: 'insights', key: 'article-first', version: 1 }];
  const before = contentFootprint(fixture);
  const keepsLink = () => content.save([slide('slide-b', '#contact')], editor, { removals });
  expect(catchProblem(keepsLink).code).toBe('conflict');
  expect(contentFootprint(fixture)).toEqual(before);
  const saved = content.save([slide('slide-a', '/insights/')], editor, { removals });
  expect([saved.revision, saved.items.map(({ key }) => key)]).toEqual([revision + 1, ['slide-a']]);
  expect(content.queries.item('insights', 'article-first')).toBeUndefined();
});

test('the items that were changed with the hiding or removal of an entry are returned until it is shown again', () => {
  const { content } = createContentFixture();
  const entry = { section: 'insights', key: 'article-first' };
  const hidden = { ...article('part'), metadata: { hidden: true } };
  const list = () => content.queries.changedWithRemoval(entry);
  const changed = [
    {
      section: 'hero',
      key: 'slide-a',
      before: { value: slide('slide-a', '/insights/first/').value, metadata: {} },
      after: { value: slide('slide-a', '/insights/').value, metadata: {} },
    },
  ];
  content.save([article('part'), slide('slide-a', '/insights/first/')], editor);
  expect(list()).toEqual([]);
  content.save([hidden, slide('slide-a', '/insights/')], editor);
  content.save([slide('slide-a', '#contact'), { ...hidden, metadata: { hidden: true, title: 'Name' } }], editor);
  expect(list()).toMatchObject(changed);
  content.save([{ ...article('part'), metadata: {} }, slide('slide-a', '/insights/first/')], editor);
  expect(list()).toEqual([]);
  content.save([slide('slide-a', '/insights/')], editor, { removals: [entry] });
  expect(list()).toMatchObject(changed);
});

test('a link target cannot be removed, hidden or renamed while another item links to it', () => {
  const fixture = createContentFixture();
  const { content } = fixture;
  content.save([article('part'), slide('slide-a', '/insights/first/#part')], editor);
  const before = contentFootprint(fixture);
  for (const lose of [
    () => content.remove({ section: 'insights', key: 'article-first' }, editor),
    () => content.save([{ ...article('part'), metadata: { hidden: true } }], editor),
    () => content.save([article('renamed')], editor),
  ]) {
    const { code, options } = catchProblem(lose);
    expect([code, options.detail]).toEqual([
      'conflict',
      '“A” in Hero has a link to this article. Change that link first.',
    ]);
    expect(options.place).toEqual({ section: 'hero', key: 'slide-a', pointer: '/secondaryCTA/href' });
  }
  expect(contentFootprint(fixture)).toEqual(before);
  content.save([slide('slide-a', '/insights/first/')], editor);
  content.save([article('renamed')], editor);
  content.save([slide('slide-a', '#about')], editor);
  content.remove({ section: 'insights', key: 'article-first' }, editor);
});

const contact = (hours: { opens: string; closes: string }, phone = '98765 43210') => ({
  section: 'site',
  key: 'contact',
  value: {
    email: 'care@threadline.in',
    phone,
    addressLines: ['12 Weaver Street'],
    hours: '{days}, {opens} to {closes}',
    ...hours,
  },
});

test.each(['10:00', '09:00', '00:00'])('an editor cannot let an office that opens at 10:00 close at %s', (closes) => {
  const { content } = createContentFixture();
  content.save([contact({ opens: '10:00', closes: '19:00' })], editor);
  const { code, options } = catchProblem(() => content.save([contact({ opens: '10:00', closes })], editor));
  const detail = 'The closing time must be after the opening time. For midnight, enter 23:59.';
  expect([code, options.errors]).toEqual(['validation-failed', [{ pointer: '/value/closes', detail }]]);
});

test('office hours of an earlier version that end after midnight do not prevent another change', () => {
  const { content } = createContentFixture();
  const night = { opens: '20:00', closes: '05:00' };
  content.save([contact(night)], null);
  expect(content.save([contact(night, '98765 43211')], editor).items).toMatchObject([
    { value: { phone: '+919876543211', closes: '05:00' } },
  ]);
});

test('an article keeps its former addresses, which no other article can take', () => {
  const { content } = createContentFixture();
  const first = article('part');
  const at = (address: string) => ({ ...first, value: { ...first.value, address } });
  const other = { ...first, key: 'article-other', value: { ...first.value, title: 'Other' } };
  const readFormerIds = () => content.queries.item('insights', 'article-first')?.metadata.formerIds;
  content.save([first, other, slide('slide-a', '/insights/first/#part')], editor);
  content.save([at('second')], editor);
  content.save([at('third')], editor);
  expect(readFormerIds()).toEqual(['second']);
  const take = (address: string) =>
    catchProblem(() => content.save([{ ...other, value: { ...other.value, address } }], editor)).options.errors;
  expect(take('third')).toEqual([
    { pointer: '/value/address', detail: 'The article “First” has the address third. Choose another one.' },
  ]);
  for (const former of ['first', 'second'])
    expect(take(former)).toEqual([
      {
        pointer: '/value/address',
        detail: `The article “First” had the address ${former}, and old links lead there. Choose another one.`,
      },
    ]);
  content.save([{ ...first, metadata: {} }], editor);
  expect(readFormerIds()).toEqual(['second', 'third']);
});
