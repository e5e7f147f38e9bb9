import type { LivePointer, ReleaseManifest } from '@threadline/schema/wire/release';
import { expect, test } from 'vitest';
import { createPointer } from './pointer.ts';

const dayMs = 24 * 60 * 60_000;
const id = (number: number) => `${String(number).padStart(6, '0')}-0123abcd`;
const manifest = (number: number): ReleaseManifest => ({
  id: id(number),
  revision: number,
  createdAt: '2026-11-21T10:00:00.000Z',
  headers: {},
  files: {},
});

/** Returns a pointer whose releases became visible this many days ago, newest first. */
function createHistory(...days: number[]): LivePointer {
  const recent = days.map((count, index) => ({
    id: id(days.length - index),
    at: new Date(Date.now() - count * dayMs).toISOString(),
  }));
  return { id: id(days.length), revision: days.length, order: 1, at: recent[0]?.at ?? '', recent };
}

const listRecent = (before: LivePointer | undefined, number: number) =>
  createPointer(manifest(number), { order: 2, before }).recent.map((each) => Number.parseInt(each.id, 10));

test('releases that were visible within a week stay, also if they became visible long before', () => {
  // The third was visible until 6 days ago, the second until 8 days ago.
  expect(listRecent(createHistory(1, 6, 8, 30), 5)).toEqual([5, 4, 3, 2]);
  expect(listRecent(createHistory(1, 8, 30), 4)).toEqual([4, 3, 2]);
  expect(listRecent(createHistory(300), 2)).toEqual([2, 1]);
  expect(listRecent(undefined, 1)).toEqual([1]);
});

test('a release that returns is listed once', () => {
  expect(listRecent(createHistory(1, 2, 3), 2)).toEqual([2, 3, 1]);
});

test('at most 50 releases are listed', () => {
  expect(listRecent(createHistory(...Array.from({ length: 80 }, () => 1)), 81)).toHaveLength(50);
});
