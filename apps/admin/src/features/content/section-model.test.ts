import { expect, test } from 'vitest';
import { linkTargets } from './link-targets.ts';
import { addressOf, groupsOf, listsOf, newKey } from './section-model.ts';

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

const [ticker] = listsOf('hero').filter(({ name }) => name === 'ticker');
const [cards] = listsOf('services');

test('a new key is made of the first words and never taken', () => {
  if (!ticker) throw new Error('The ticker is gone.');
  expect(newKey(ticker, 'Cash flow & Crème', [])).toBe('ticker-cash-flow-cre-me');
  expect(newKey(ticker, 'Cash flow', ['ticker-cash-flow', 'ticker-cash-flow-2'])).toBe('ticker-cash-flow-3');
  expect(newKey(ticker, '₹', [])).toBe('ticker-new');
  expect(newKey(ticker, 'x'.repeat(300), [])).toMatch(/^[a-z][a-z0-9_-]{0,63}$/);
});

test('a service is found at its anchor, a ticker line nowhere', () => {
  if (!ticker || !cards) throw new Error('A list is gone.');
  expect(addressOf('services', cards, 'cash-flow')).toBe('#cash-flow');
  expect(addressOf('hero', ticker, 'x')).toBeUndefined();
});

test('singles come first, then every list, also an empty one', () => {
  const content = { hero: { 'ticker-a': item('hero', 'ticker-a', 'A'), title: item('hero', 'title', 'T') } };
  expect(groupsOf('hero', content).map(({ title, items }) => [title, items.length])).toEqual([
    ['Texts', 1],
    ['Slides', 0],
    ['Badges', 0],
    ['Ticker', 1],
  ]);
});

test('links can lead to services, pages and articles that exist', () => {
  const hrefs = linkTargets({
    services: { 'service-hiring': item('services', 'service-hiring', { title: 'Strategic hiring' }) },
    site: { 'page-terms': item('site', 'page-terms', { title: 'Terms' }) },
    insights: { 'article-first': item('insights', 'article-first', { title: 'First' }) },
  }).map(({ href }) => href);
  expect(hrefs).toEqual(expect.arrayContaining(['#contact', '#hiring', '/terms/', '/insights/first/']));
  expect(new Set(hrefs).size).toBe(hrefs.length);
});
