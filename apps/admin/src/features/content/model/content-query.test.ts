import type { ContentItem } from '@threadline/schema/content/content-item';
import { expect, test } from 'vitest';
import { shareItems } from './content-query.ts';

const item = (key: string, value = key): ContentItem => ({
  section: 'services',
  key,
  value,
  type: 'text',
  metadata: {},
  position: 0,
  version: 1,
  updatedAt: '2026-11-21T10:00:00.000Z',
  updatedBy: null,
});

test('a new response reuses the objects of equal items and has its own order', () => {
  const before = { content: { services: { one: item('one'), two: item('two') } }, revision: 1 };
  const answer = { content: { services: { two: item('two'), one: item('one', 'New text') } }, revision: 2 };
  const { services } = shareItems(before, answer).content;
  expect(Object.keys(services ?? {})).toEqual(['two', 'one']);
  expect(services?.two).toBe(before.content.services.two);
  expect(services?.one?.value).toBe('New text');
});
