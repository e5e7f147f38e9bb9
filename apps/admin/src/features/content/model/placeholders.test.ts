import type { ContentItem, GroupedContent } from '@threadline/schema/content-item';
import { expect, test } from 'vitest';
import { missingWords } from './placeholders.ts';

const item = (section: string, key: string, value: unknown, metadata = {}): ContentItem => ({
  section,
  key,
  value,
  type: 'group',
  metadata,
  position: 0,
  version: 1,
  updatedAt: '2026-11-21T10:00:00.000Z',
  updatedBy: null,
});

test('fields that hold a placeholder are listed by name, with the way to each', () => {
  const stat = { value: 92, prefix: '', suffix: '%', label: 'Placements', basis: 'Set by owner', asOf: '', source: '' };
  const content: GroupedContent = {
    site: { contact: item('site', 'contact', { email: 'team@firm.in', phone: '+910000000000' }) },
    hero: { title: item('hero', 'title', 'Real words') },
    stats: {
      'stat-one': item('stats', 'stat-one', stat),
      'stat-two': item('stats', 'stat-two', stat, { hidden: true }),
    },
  };
  expect(missingWords(content)).toEqual([
    { section: 'stats', key: 'stat-one', field: '/basis', words: 'Stats, 92% Placements, How it is counted' },
    { section: 'site', key: 'contact', field: '/phone', words: 'Site settings, Contact details, Phone' },
  ]);
});

test('nothing is missing where every field has its own words', () => {
  expect(missingWords({ hero: { title: item('hero', 'title', 'Real words') } })).toEqual([]);
});
