import { expect, test } from 'vitest';
import { changeWords } from './timeline.tsx';

const change = { section: 'hero', key: 'title', name: 'Hero: Title', operation: 'changed' as const };
const told = (operation: 'added' | 'removed', key = 'x') => ({ section: 's', key, name: 'Service: Looms', operation });
const release = { revision: 7, changes: [change], changeCount: 1, changedBy: ['Editor One'] };

test.each([
  [{}, 'Editor One changed Hero: Title'],
  [{ changedBy: [null] }, 'The system changed Hero: Title'],
  [
    { changedBy: ['Editor Two', 'Editor One'], changeCount: 45 },
    'Editor Two and Editor One changed 45 items, such as Hero: Title',
  ],
  [{ changes: [told('added')] }, 'Editor One added Service: Looms'],
  [{ changes: [told('removed')] }, 'Editor One removed Service: Looms'],
  [
    { changes: [told('added'), told('added', 'y')], changeCount: 2 },
    'Editor One added 2 items, such as Service: Looms',
  ],
  [{ changes: [told('added'), change], changeCount: 2 }, 'Editor One changed 2 items, such as Service: Looms'],
  [{ changes: [], changeCount: 0, changedBy: [] }, 'The same content, made again'],
])('a release with %j reads "%s"', (difference, words) => {
  expect(changeWords({ ...release, ...difference })).toBe(words);
});
