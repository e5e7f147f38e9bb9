import { expect, test } from 'vitest';
import { everything, isEverything, shownWords } from './format-filter.ts';

const nameOf = (id: string) => (id === 'u1' ? 'Editor One' : undefined);

test.each([
  [{}, 'the folder New'],
  [{ status: 'all' }, 'all folders'],
  [{ only: 'unanswered' }, 'what waits for an answer, in any folder'],
  [{ only: 'overdue' }, 'what is later than promised, in any folder'],
  [{ status: 'read', only: 'mine' }, 'the folder Read, assigned to me'],
  [{ only: 'unassigned' }, 'the folder New, assigned to nobody'],
  [{ only: 'u1' }, 'the folder New, assigned to Editor One'],
  [{ only: 'gone' }, 'the folder New, assigned to a colleague'],
  [{ status: 'all', from: '2026-11-20', until: '2026-11-21' }, 'all folders, from 20 Nov 2026 until 21 Nov 2026'],
  [{ status: 'all', from: '2026-11-20', until: '2026-11-20' }, 'all folders, of 20 Nov 2026'],
  [{ from: '2026-11-20' }, 'the folder New, since 20 Nov 2026'],
  [{ until: '2026-11-20' }, 'the folder New, until 20 Nov 2026'],
  [{ section: 'hero', cta: 'Talk', q: 'mills' }, 'the folder New, came from Hero, Talk, with “mills”'],
])('the inbox at %j says that it shows %s', (search, words) => {
  expect(shownWords(search, nameOf)).toBe(words);
});

test('only all folders without any filter are everything', () => {
  expect(isEverything(everything)).toBe(true);
  expect(isEverything({ status: 'all', q: 'mills' })).toBe(false);
  expect(isEverything({})).toBe(false);
});
