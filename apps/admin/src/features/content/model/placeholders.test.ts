import type { ContentItem, GroupedContent } from '@threadline/schema/content/content-item';
import { expect, test } from 'vitest';
import { listPlaceholders } from './placeholders.ts';

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

test('fields that hold a placeholder are listed with a label and a link target', () => {
  const stat = { value: 92, prefix: '', suffix: '%', label: 'Placements', basis: 'Set by owner', source: '' };
  const content: GroupedContent = {
    site: { contact: item('site', 'contact', { email: 'team@firm.in', phone: '+910000000000' }) },
    hero: { title: item('hero', 'title', 'Own text') },
    stats: {
      'stat-one': item('stats', 'stat-one', stat),
      'stat-two': item('stats', 'stat-two', stat, { hidden: true }),
    },
  };
  expect(listPlaceholders(content)).toEqual([
    { section: 'stats', key: 'stat-one', field: '/basis', label: 'Stats, 92% Placements, Source or method' },
    { section: 'site', key: 'contact', field: '/phone', label: 'Site settings, Contact details, Phone' },
  ]);
});

test('no field is listed when every field has its own text', () => {
  expect(listPlaceholders({ hero: { title: item('hero', 'title', 'Own text') } })).toEqual([]);
});
