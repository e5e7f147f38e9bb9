import { expect, test } from 'vitest';
import { findTakenId, keepFormerIds, updateLinks } from './article-address.ts';
import { itemMetadataSchema } from './content-item.ts';
import { createLinkCheck, findLinkTarget, getAddress, listLinkTargets } from './link-targets.ts';

const article = (key: string, address = '', formerIds?: string[]) => ({
  section: 'insights',
  key: `article-${key}`,
  value: { title: key, address },
  metadata: formerIds ? { formerIds } : {},
});
const link = (href: string) => ({ section: 'footer', key: 'link-a', value: { label: 'A', href }, metadata: {} });

test('an article has the chosen address; that of its key and all former ones lead there', () => {
  const items = [article('first', 'new', ['second']), article('other')];
  expect(items.map(({ section, key, value }) => getAddress(section, key, value))).toEqual([
    '/insights/new/',
    '/insights/other/',
  ]);
  const hasTarget = createLinkCheck(items);
  const hrefs = ['/insights/new/', '/insights/first/', '/insights/second', '/insights/second/?a=b', '/insights/third/'];
  expect(hrefs.map(hasTarget)).toEqual([true, true, true, true, false]);
  const targets = listLinkTargets(items);
  expect(findLinkTarget(targets, '/insights/second/')?.label).toBe('first');
  expect(targets.map(({ href }) => href)).not.toContain('/insights/first/');
});

test('links to a former address become links to the present one, other texts stay', () => {
  const items = [
    article('first', 'new', ['second']),
    article('other'),
    link('/insights/second/#part'),
    link('/insights/other/'),
    link('Write to /insights/second/'),
  ];
  const updated = updateLinks(items);
  expect(updated.map(({ value }) => (value as { href?: string }).href)).toEqual([
    undefined,
    undefined,
    '/insights/new/#part',
    '/insights/other/',
    'Write to /insights/second/',
  ]);
  expect(updated.filter((item, index) => item !== items[index])).toHaveLength(1);
});

test('each change keeps the address that it replaces, also one that returns to an earlier address', () => {
  const change = (before: ReturnType<typeof article>, address: string) => {
    const after = { ...before, value: { ...before.value, address } };
    return { ...after, metadata: keepFormerIds({ ...after, metadata: {} }, before) };
  };
  const renamed = change(article('first'), 'b');
  expect(renamed.metadata).toEqual({});
  const again = change(renamed, 'c');
  expect(again.metadata).toEqual({ formerIds: ['b'] });
  expect(change(again, 'b').metadata).toEqual({ formerIds: ['c'] });
  const back = change(again, '');
  expect(back.metadata).toEqual({ formerIds: ['b', 'c'] });
  // The address of the key is again that of the page; the preview and the feed use it as before.
  const target = findLinkTarget(listLinkTargets([back]), '/insights/b/');
  expect(target).toMatchObject({ href: '/insights/first/', firstHref: '/insights/first/' });
});

test('the newest hundred earlier addresses are kept, so that the article stays valid', () => {
  const ids = Array.from({ length: 100 }, (_, number) => `id-${number}`);
  const after = article('first', 'newest', ids);
  const metadata = keepFormerIds({ ...after, metadata: {} }, article('first', 'last', ids));
  expect(itemMetadataSchema.parse(metadata).formerIds).toEqual([...ids.slice(1), 'last']);
});

test('two articles cannot share an address, present or former', () => {
  const items = [article('first', 'new', ['second']), article('other')];
  expect(findTakenId(article('third', 'new'), items)).toMatchObject({ id: 'new', isFormer: false });
  expect(findTakenId(article('third', 'second'), items)).toMatchObject({ id: 'second', isFormer: true });
  expect(findTakenId(article('third', 'first'), items)).toMatchObject({ id: 'first', isFormer: true });
  expect(findTakenId(article('third', 'free'), items)).toBeUndefined();
  expect(findTakenId(items[0] as ReturnType<typeof article>, items)).toBeUndefined();
});
