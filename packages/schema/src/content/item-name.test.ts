import { expect, test } from 'vitest';
import { getQualifiedTitle } from './item-name.ts';

const slide = { label: 'Growth', kicker: 'For India', headline: 'One screen for all' };
const stat = { value: 5000, prefix: '', suffix: '+', label: 'Placements' };

test.each([
  ['a slide by its headline', 'hero', 'slide-x', slide, 'Slide: One screen for all'],
  ['a slide without a headline by its short name', 'hero', 'slide-x', { ...slide, headline: '' }, 'Slide: Growth'],
  ['a figure by its number and label', 'stats', 'stat-x', stat, 'Figure: 5,000+ Placements'],
  ['a single text by its section and field', 'hero', 'title', 'Build it', 'Hero: Headline'],
  ['an entry without text by its kind and section', 'hero', 'slide-x', {}, 'Slide in Hero'],
  [
    'an article without a title',
    'insights',
    'article-x',
    { kicker: 'Hiring', offer: { title: 'Talk to us' } },
    'Article in Insights',
  ],
  ['a long text shortened', 'hero', 'ticker-x', 'x'.repeat(81), `Ticker text: ${'x'.repeat(80)}…`],
  ['an item of an older model by its key', 'banner', 'top-line', 'Old', 'Banner: top line'],
])('%s', (_, section, key, value, name) => {
  expect(getQualifiedTitle({ section, key, value, metadata: {} })).toBe(name);
});

test('a title from an editor has priority', () => {
  const metadata = { title: 'Growth plan' };
  expect(getQualifiedTitle({ section: 'hero', key: 'slide-x', value: slide, metadata })).toBe('Slide: Growth plan');
  expect(getQualifiedTitle({ section: 'hero', key: 'title', value: 'Build it', metadata })).toBe('Hero: Growth plan');
});
