import type { ContentItem } from '@threadline/schema/content/content-item';
import { expect, test } from 'vitest';
import type { Change } from '../../../store/last-changes.ts';
import { applyChange, describeChange, describeResult, invertChange } from './content-change.ts';

function item(key: string, value: unknown, version = 1): ContentItem {
  const updatedAt = '2026-11-21T10:00:00.000Z';
  return { section: 'hero', key, value, type: 'text', metadata: {}, position: 0, version, updatedAt, updatedBy: null };
}

const content = {
  hero: { title: item('title', 'Old', 4), 'ticker-a': item('ticker-a', 'A'), 'ticker-b': item('ticker-b', 'B') },
};
const hero = (change: Change) => Object.keys(applyChange(content, change).hero ?? {});

test('a save is shown at once and undone with the version that it created', () => {
  const save: Change = { kind: 'save', section: 'hero', key: 'title', value: 'New', metadata: {}, version: 4 };
  expect(applyChange(content, save).hero?.title?.value).toBe('New');
  expect(invertChange(save, content, item('title', 'New', 5))).toEqual({ ...save, value: 'Old', version: 5 });
});

test('an added entry is undone by removing it, and a removal by adding it again', () => {
  const save: Change = { kind: 'save', section: 'hero', key: 'ticker-c', value: 'C', metadata: {}, version: undefined };
  const remove: Change = { kind: 'remove', section: 'hero', key: 'ticker-a', version: 1 };
  expect(invertChange(save, content, item('ticker-c', 'C'))).toEqual({
    kind: 'remove',
    section: 'hero',
    key: 'ticker-c',
    version: 1,
  });
  expect(hero(remove)).toEqual(['title', 'ticker-b']);
  expect(invertChange(remove, content, undefined)).toMatchObject({
    kind: 'save',
    key: 'ticker-a',
    value: 'A',
    version: undefined,
  });
});

test('a move is undone by the previous order', () => {
  const move: Change = {
    kind: 'move',
    section: 'hero',
    key: 'ticker-b',
    list: 'ticker',
    keys: ['ticker-b', 'ticker-a'],
  };
  expect(hero(move)).toEqual(['title', 'ticker-b', 'ticker-a']);
  expect(invertChange(move, content, undefined)).toEqual({ ...move, keys: ['ticker-a', 'ticker-b'], from: move.keys });
});

test('the result of a change names the item and what happened to it', () => {
  const ticker = { section: 'hero', key: 'ticker-a' } as const;
  const save = { kind: 'save', ...ticker, value: 'A', metadata: {}, version: 1 } as const;
  const hidden = {
    hero: { ...content.hero, 'ticker-a': { ...item('ticker-a', 'A'), metadata: { hidden: true } } },
  };
  const describe = (change: Change, before: typeof content | typeof hidden = content) => describeResult(change, before);
  expect([
    describe({ ...save, value: 'New' }),
    describe({ ...save, metadata: { hidden: true } }),
    describe(save, hidden),
    describe({ ...save, metadata: { hidden: true } }, hidden),
    describe({ ...save, key: 'ticker-c', value: 'C', version: undefined }),
    describe({ kind: 'remove', ...ticker, version: 1 }),
    describe({ kind: 'move', ...ticker, list: 'ticker', keys: ['ticker-b', 'ticker-a'] }),
    describe({ kind: 'move', ...ticker, key: 'ticker-b', list: 'ticker', keys: ['ticker-a', 'ticker-b'] }, hidden),
    describe({ kind: 'move', ...ticker, list: 'ticker', keys: ['ticker-b', 'ticker-a'] }, hidden),
  ]).toEqual([
    undefined,
    '“A” is hidden.',
    '“A” is shown again.',
    '“A” is hidden from visitors.',
    undefined,
    '“A” is removed.',
    '“A” is number 2 of 2 now.',
    '“B” is number 1 of 1 now, without the hidden ones.',
    '“A” is number 2 of 2 now, hidden ones included.',
  ]);
});

test('the label of Undo names the item and the change', () => {
  const article = { section: 'insights', key: 'article-cash', value: { title: 'Cash first' } } as const;
  const shown = { ...item('article-cash', article.value), section: 'insights' };
  const insights = { insights: { 'article-cash': { ...shown, metadata: { hidden: true } } } };
  const ticker = { kind: 'save', section: 'hero', key: 'ticker-a', value: 'A', metadata: {}, version: 1 } as const;
  const hidden = { ...content, hero: { 'ticker-a': { ...item('ticker-a', 'A'), metadata: { hidden: true } } } };
  expect([
    describeChange({ ...ticker, value: 'New' }, content),
    describeChange({ kind: 'save', section: 'hero', key: 'title', value: 'New', metadata: {}, version: 1 }, content),
    describeChange({ ...ticker, metadata: { hidden: true } }, content),
    describeChange(ticker, hidden),
    describeChange({ ...ticker, value: 'New', origin: 'restore' }, content),
    describeChange({ kind: 'save', ...article, metadata: {}, version: 1 }, insights),
    describeChange(
      { kind: 'save', ...article, metadata: { hidden: true }, version: 1 },
      { insights: { 'article-cash': shown } },
    ),
    describeChange({ kind: 'save', ...article, metadata: {}, version: undefined }, {}),
    describeChange(
      { ...ticker, value: 'New' },
      { hero: { 'ticker-a': item('ticker-a', 'Find out where the work gets stuck.') } },
    ),
  ]).toEqual([
    'the change of “A”',
    'the change of “Hero: Headline”',
    'hiding “A”',
    'showing “A” again',
    'restoring an earlier version of “A”',
    'publishing “Cash first”',
    'unpublishing “Cash first”',
    'publishing “Cash first”',
    'the change of “Find out where the work gets stuck”',
  ]);
});
