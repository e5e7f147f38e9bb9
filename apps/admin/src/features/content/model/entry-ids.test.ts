import { expect, test } from 'vitest';
import { createEntryId, getEntryIds, setEntryIds } from './entry-ids.ts';

test('an unchanged list uses its indexes, a changed one its stored ids', () => {
  expect(getEntryIds({}, '/lines', 2)).toEqual(['0', '1']);
  const moved = setEntryIds({}, '/lines', ['1', '0']);
  expect(getEntryIds(moved, '/lines', 2)).toEqual(['1', '0']);
  expect(getEntryIds(setEntryIds(moved, '/lines', undefined), '/lines', 2)).toEqual(['0', '1']);
  expect(createEntryId()).not.toBe(createEntryId());
});

test('the list within an entry keeps its ids when the entry moves', () => {
  const inner = setEntryIds(setEntryIds({}, '/parts', ['0', '1']), '/parts/1/lines', ['a', 'b']);
  const moved = setEntryIds(inner, '/parts', ['1', '0']);
  expect(getEntryIds(moved, '/parts/0/lines', 2)).toEqual(['a', 'b']);
  expect(getEntryIds(moved, '/parts/1/lines', 2)).toEqual(['0', '1']);
});
