import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { offlineClient, renderRouted } from '../../../test-render.tsx';
import { EnquirySummaryPanel } from './enquiry-summary.tsx';

async function renderLinks(numbers: { unanswered: number; overdue: number; dueSoon: number }) {
  const counts = {
    byStatus: { new: 1, read: 2, replied: 5, closed: 0, spam: 4 },
    ...numbers,
    days: [],
    failedMessages: 0,
    mail: { mode: 'smtp', problem: null, isVerified: true, pendingSince: null },
  };
  renderRouted(EnquirySummaryPanel, offlineClient([[['enquiries', 'counts'], counts]]));
  const links = await screen.findAllByRole('link');
  return links.map((link) => [link.textContent, link.getAttribute('href')]);
}

test('the dashboard links the unanswered and overdue enquiries and the spam, each with its count', async () => {
  expect(await renderLinks({ unanswered: 3, overdue: 1, dueSoon: 2 })).toEqual([
    ['Awaiting reply32 due soon', '/enquiries?only=unanswered'],
    ['Overdue1', '/enquiries?only=overdue'],
    ['Spam4', '/enquiries?status=spam'],
  ]);
});

test('a count that the server cut off ends with a plus sign', async () => {
  const [waiting] = await renderLinks({ unanswered: 100, overdue: 0, dueSoon: 0 });
  expect(waiting?.[0]).toBe('Awaiting reply100+');
});
