import { expect, test } from 'vitest';
import { changeWords } from './timeline.tsx';

const change = { section: 'hero', key: 'title' };
const release = { revision: 7, changes: [change], changeCount: 1, changedBy: ['Editor One'] };

test.each([
  [{}, 'Editor One changed Hero, title'],
  [{ changedBy: [null] }, 'The system changed Hero, title'],
  [
    { changedBy: ['Editor Two', 'Editor One'], changeCount: 45 },
    'Editor Two and Editor One changed 45 items, such as Hero, title',
  ],
  [{ changes: [], changeCount: 0, changedBy: [] }, 'The same content, made again'],
])('a release with %j reads "%s"', (difference, words) => {
  expect(changeWords({ ...release, ...difference })).toBe(words);
});
