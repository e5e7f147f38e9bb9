import { expect, test } from 'vitest';
import { inboxFilter, placesOf, startOf } from './inbox-search.ts';
import { readInboxSearch } from './read-inbox-search.ts';

test.each([
  [{}, { status: 'new' }],
  [{ status: 'all' }, {}],
  [
    { status: 'read', only: 'mine' },
    { status: 'read', assignee: 'me-id' },
  ],
  [{ only: 'unassigned' }, { status: 'new', assignee: 'none' }],
  [{ only: 'somebody-id', status: 'all' }, { assignee: 'somebody-id' }],
  [{ only: 'overdue', status: 'closed' }, { overdue: '1' }],
  [{ only: 'unanswered', status: 'closed' }, { unanswered: '1' }],
  [
    { q: 'mills', section: 'hero', slide: 'Build', cta: 'Talk' },
    { status: 'new', q: 'mills', section: 'hero', slide: 'Build', cta: 'Talk' },
  ],
])('the address %j asks for %j', (search, filter) => {
  expect(inboxFilter(search, 'me-id')).toEqual(filter);
});

test('the last day is meant wholly, and a day that is none is left out', () => {
  const { from, until } = inboxFilter({ from: '2026-11-20', until: '2026-11-21' }, '');
  expect(Date.parse(until ?? '') - Date.parse(from ?? '')).toBe(2 * 86_400_000);
  expect(inboxFilter({ status: 'all', from: 'today', until: '2026-1-1' }, '')).toEqual({});
});

test('with nothing new the inbox opens on what waits for an answer, unless somebody has chosen', () => {
  const counted = (fresh: number, unanswered: number) => ({
    byStatus: { new: fresh, read: 1, replied: 0, closed: 0, spam: 0 },
    unanswered,
  });
  expect(startOf({}, counted(0, 1))).toEqual({ only: 'unanswered' });
  expect(startOf({}, counted(1, 2))).toBeUndefined();
  expect(startOf({}, counted(0, 0))).toBeUndefined();
  expect(startOf({ status: 'new' }, counted(0, 1))).toBeUndefined();
  expect(startOf({ q: 'mills' }, counted(0, 1))).toBeUndefined();
});

test('of an address only what is text is taken; numbers that were typed are words, too', () => {
  expect(readInboxSearch({ q: 4711, status: 'read', only: '', from: ['x'], more: 'y' })).toEqual({
    q: '4711',
    status: 'read',
  });
});

test('places are sections with their buttons; one button alone is its section', () => {
  const origin = (section: string, slide: string, cta: string) => ({ section, slide, cta, total: 1 });
  const places = placesOf([origin('hero', 'Build', 'Talk'), origin('about', '', 'Ask'), origin('hero', '', 'Write')]);
  expect(places.map(({ label }) => label)).toEqual(['Hero', 'Hero, Build, Talk', 'Hero, Write', 'About']);
  expect(places[2]?.search).toEqual({ section: 'hero', slide: undefined, cta: 'Write' });
});
