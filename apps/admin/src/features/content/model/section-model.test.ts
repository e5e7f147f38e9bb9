import { keyPattern } from '@threadline/schema/content/content-item';
import { expect, test } from 'vitest';
import { createKey, getLists, isFull, listGroups, withArticle } from './section-model.ts';

function item(section: string, key: string, value: unknown) {
  return {
    section,
    key,
    value,
    type: 'text',
    metadata: {},
    position: 0,
    version: 1,
    updatedAt: '2026-11-21T10:00:00.000Z',
    updatedBy: null,
  };
}

const [ticker] = getLists('hero').filter(({ name }) => name === 'ticker');

test('a new key is made of the first words and is unique', () => {
  if (!ticker) throw new Error('The ticker is gone.');
  expect(createKey(ticker, 'Cash flow & Crème', () => true)).toBe('ticker-cash-flow-creme');
  const monday = 'Why your Monday meeting should be shorter';
  expect(createKey(ticker, monday, () => true)).toBe('ticker-why-your-monday-meeting-should-be-shorter');
  expect(createKey(ticker, `${monday} than your lunch break`, () => true)).toBe(
    'ticker-why-your-monday-meeting-should-be-shorter-than-your-lunch',
  );
  expect(createKey(ticker, 'Cash flow', (key) => key.endsWith('-3'))).toBe('ticker-cash-flow-3');
  expect(createKey(ticker, '₹', () => true)).toBe('ticker-new');
  const long = 'x'.repeat(300);
  expect(createKey(ticker, long, () => true)).toMatch(keyPattern);
  expect(createKey(ticker, long, (key) => key.endsWith('-12'))).toMatch(keyPattern);
});

test('lists come first, each with the texts above it, also empty ones; then the other texts', () => {
  const keys = ['ticker-a', 'title', 'label'];
  const content = { hero: Object.fromEntries(keys.map((key) => [key, item('hero', key, key)])) };
  const groups = listGroups('hero', content);
  expect(groups.map(({ title, above, items }) => [title, above?.length ?? 0, items.length])).toEqual([
    ['Slides', 1, 0],
    ['Badges', 0, 0],
    ['Ticker', 0, 1],
    ['Texts', 0, 1],
  ]);
});

test('a list is full at its maximum', () => {
  const badges = (count: number) => {
    const keys = Array.from({ length: count }, (_, badge) => `badge-${badge}`);
    const hero = Object.fromEntries(keys.map((key) => [key, item('hero', key, {})]));
    return listGroups('hero', { hero }).find(({ title }) => title === 'Badges');
  };
  expect([5, 6].map((count) => isFull(badges(count) ?? { title: '', items: [] }))).toEqual([false, true]);
});

test.each([
  ['article', 'an article'],
  ['opening', 'an opening'],
  ['unit', 'a unit'],
  ['slide', 'a slide'],
])('%s has the article of %s', (name, expected) => {
  expect(withArticle(name)).toBe(expected);
});
