import { expect, test } from 'vitest';
import { itemName } from './item-name.ts';

const slide = { label: 'Growth', kicker: 'For India', headline: 'One screen for all' };
const stat = { value: 5000, prefix: '', suffix: '+', label: 'Placements' };

test.each([
  ['a slide by its headline', 'hero', 'slide-x', slide, 'Slide: One screen for all'],
  ['a slide without a headline by its short name', 'hero', 'slide-x', { ...slide, headline: '' }, 'Slide: Growth'],
  ['a figure by its number and label', 'stats', 'stat-x', stat, 'Figure: 5,000+ Placements'],
  ['a single text by its place and field', 'hero', 'title', 'Build it', 'Hero: Title'],
  ['an entry without words by its kind and place', 'hero', 'slide-x', {}, 'Slide in Hero'],
  ['long words cut', 'hero', 'ticker-x', 'x'.repeat(81), `Part of the moving line: ${'x'.repeat(80)}…`],
  ['what the model no longer knows by its key', 'banner', 'top-line', 'Old', 'Banner: top line'],
])('%s', (_, section, key, value, name) => {
  expect(itemName({ section, key, value, metadata: {} })).toBe(name);
});

test('a title that an editor has given wins', () => {
  const metadata = { title: 'Growth plan' };
  expect(itemName({ section: 'hero', key: 'slide-x', value: slide, metadata })).toBe('Slide: Growth plan');
  expect(itemName({ section: 'hero', key: 'title', value: 'Build it', metadata })).toBe('Hero: Growth plan');
});
