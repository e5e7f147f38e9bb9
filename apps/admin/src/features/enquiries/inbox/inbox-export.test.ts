import { expect, test } from 'vitest';
import { exportOf } from './inbox-export.ts';

test.each([
  [{ status: 'new' as const }, 'New, 10', 'enquiries-new.csv'],
  [{}, 'All, 13', 'enquiries-all.csv'],
  [{ overdue: '1' as const }, 'Late', 'enquiries-late.csv'],
  [{ unanswered: '1' as const }, 'Waiting', 'enquiries-waiting.csv'],
  [{ status: 'new' as const, q: 'mills' }, 'New, filtered', 'enquiries-new-filtered.csv'],
])('an export of %j says that it has %s', (filter, words, file) => {
  expect(exportOf(filter, { new: 10, read: 2, replied: 1, closed: 0, spam: 0 })).toEqual({ words, file });
  expect(exportOf({ status: 'read' }, undefined)).toEqual({ words: 'Read', file: 'enquiries-read.csv' });
});
