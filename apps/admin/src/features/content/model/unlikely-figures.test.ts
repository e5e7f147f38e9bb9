import type { ContentItem } from '@threadline/schema/content-item';
import { expect, test } from 'vitest';
import { unlikelyFigures } from './unlikely-figures.ts';

function remarksOn(value: number, suffix: string, hidden = false) {
  const figure = { value, prefix: '', suffix, label: 'Placement success', basis: 'Counted', asOf: '', source: '' };
  const item: ContentItem = {
    section: 'stats',
    key: 'stat-success',
    value: figure,
    type: 'stat',
    metadata: hidden ? { hidden } : {},
    position: 0,
    version: 1,
    updatedAt: '2026-11-21T10:00:00.000Z',
    updatedBy: null,
  };
  return unlikelyFigures('stats', { stats: { [item.key]: item } });
}

test('a percentage above 100 is named, with the way to its field', () => {
  expect(remarksOn(120, '%')).toEqual([
    {
      list: 'cards',
      section: 'stats',
      key: 'stat-success',
      field: '/value',
      words: 'Figure: 120% Placement success. More than 100%: that can be growth, but not a share of something.',
    },
  ]);
});

test.each([
  [100, '%', false],
  [5000, '+', false],
  [120, '', false],
  [120, '%', true],
])('%d%s (hidden: %s) is no matter', (value, suffix, hidden) => {
  expect(remarksOn(value, suffix, hidden)).toEqual([]);
});
