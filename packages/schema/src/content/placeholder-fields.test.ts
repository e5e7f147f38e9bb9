import { expect, test } from 'vitest';
import { listPlaceholderFields } from './placeholder-fields.ts';

const list = (section: string, key: string, value: unknown, metadata = {}) =>
  listPlaceholderFields({ section, key, value, metadata }).map(({ pointer, label }) => [pointer, label]);

test('the fields with a placeholder are listed by their labels, unless the item is hidden', () => {
  const seed = { email: 'hello@example.com', phone: '+910000000000', addressLines: ['1 Placeholder Road', 'Pune'] };
  const fields = [
    ['/email', 'Email'],
    ['/phone', 'Phone'],
    ['/addressLines/0', 'Address line 1'],
  ];
  expect(list('site', 'contact', seed)).toEqual(fields);
  expect(list('site', 'contact', seed, { hidden: true })).toEqual([]);
  const own = { email: 'care@kaveri.in', phone: '+919876543210', addressLines: ['4 Mill Road'] };
  expect(list('site', 'contact', own)).toEqual([]);
});

test('a formatted text with several links to an example address is one field', () => {
  const link = { type: 'link', attrs: { href: 'https://example.com/report' } };
  const content = ['Report', 'Portal'].map((text) => ({ type: 'text', text, marks: [link] }));
  const body = { type: 'doc', content: [{ type: 'paragraph', content }] };
  expect(list('insights', 'article-friday', { title: 'The Friday page', body })).toEqual([['/body', 'Text']]);
});
