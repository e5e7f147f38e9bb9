import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { offlineClient, renderRouted } from '../../../test-render.tsx';
import { EnquirySummaryPanel } from './enquiry-summary.tsx';

async function linksOf(numbers: { unanswered: number; overdue: number; dueSoon: number }) {
  const counts = {
    byStatus: { new: 1, read: 2, replied: 5, closed: 0, spam: 4 },
    ...numbers,
    days: [],
    failedMessages: 0,
    mail: { mode: 'smtp', problem: null, pendingSince: null },
  };
  renderRouted(EnquirySummaryPanel, offlineClient([[['enquiries', 'counts'], counts]]));
  const links = await screen.findAllByRole('link');
  return links.map((link) => [link.textContent, link.getAttribute('href')]);
}

test('the dashboard counts what waits, new or read, what is late and the spam, and leads to each', async () => {
  expect(await linksOf({ unanswered: 3, overdue: 1, dueSoon: 2 })).toEqual([
    ['Waiting for an answer32 due soon', '/enquiries?only=unanswered'],
    ['Later than promised1late', '/enquiries?only=overdue'],
    ['Taken for spam4', '/enquiries?status=spam'],
  ]);
});

test('more than are counted are told as such', async () => {
  const [waiting] = await linksOf({ unanswered: 100, overdue: 0, dueSoon: 0 });
  expect(waiting?.[0]).toBe('Waiting for an answer100+');
});
