import type { EnquirySummary } from '@threadline/schema/enquiry';
import { expect, test } from 'vitest';
import { withOpened } from './keep-opened-row.ts';

const at = (hour: number) => `2026-11-21T${String(hour).padStart(2, '0')}:00:00.000Z`;

function row(hour: number): EnquirySummary {
  const ids = { id: `${hour}`, reference: `${hour}`, assigneeId: null };
  const words = { companyName: 'Example Mills', contactName: '', preview: '', replyPending: false };
  return { ...ids, ...words, status: 'new', createdAt: at(hour), dueAt: at(hour), answeredAt: null, isTest: false };
}

const idsOf = (rows: EnquirySummary[]) => rows.map(({ id }) => id);

test('opened ones that have left the list stand where they were, also when new ones have come in', () => {
  const listed = [row(9), row(7), row(5)];
  expect(idsOf(withOpened(listed, [row(8), row(3), row(7)], 'newest'))).toEqual(['9', '8', '7', '5', '3']);
  expect(idsOf(listed)).toEqual(['9', '7', '5']);
});

test('in a list by due time they stand by theirs', () => {
  expect(idsOf(withOpened([row(5), row(7)], [row(6), row(4)], 'due'))).toEqual(['4', '5', '6', '7']);
});

test('a list that has become empty shows them alone', () => {
  expect(idsOf(withOpened([], [row(4), row(6)], 'newest'))).toEqual(['6', '4']);
});
