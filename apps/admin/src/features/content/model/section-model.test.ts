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
  expect(createKey(ticker, 'Cash flow & Crème', () => true)).toBe('ticker-cash-flow-cre-me');
  expect(createKey(ticker, 'Cash flow', (key) => key.endsWith('-3'))).toBe('ticker-cash-flow-3');
  expect(createKey(ticker, '₹', () => true)).toBe('ticker-new');
  expect(createKey(ticker, 'x'.repeat(300), () => true)).toMatch(/^[a-z][a-z0-9_-]{0,63}$/);
});

test('singles come first, then every list, including empty ones', () => {
  const content = { hero: { 'ticker-a': item('hero', 'ticker-a', 'A'), title: item('hero', 'title', 'T') } };
  expect(listGroups('hero', content).map(({ title, items }) => [title, items.length])).toEqual([
    ['Texts', 1],
    ['Slides', 0],
    ['Badges', 0],
    ['Ticker', 1],
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
