import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { offlineClient, renderRouted } from '../../../test-render.tsx';
import { EnquirySummaryPanel } from './enquiry-summary.tsx';

const noDays: { day: string; total: number }[] = [];

function renderPanel(numbers: object) {
  const counts = {
    byStatus: { new: 1, read: 2, replied: 5, closed: 0, spam: 4 },
    ...{ unanswered: 0, overdue: 0, dueSoon: 0, days: noDays },
    ...numbers,
    failedMessages: 0,
    mail: { mode: 'smtp', problem: null, isVerified: true, pendingSince: null },
  };
  renderRouted(EnquirySummaryPanel, offlineClient([[['enquiries', 'counts'], counts]]));
}

async function renderLinks(numbers: { unanswered: number; overdue: number; dueSoon: number }) {
  renderPanel(numbers);
  const links = await screen.findAllByRole('link');
  return links.map((link) => [link.textContent, link.getAttribute('href')]);
}

test('the dashboard links the unanswered and overdue enquiries and the spam, each with its count', async () => {
  expect(await renderLinks({ unanswered: 3, overdue: 1, dueSoon: 2 })).toEqual([
    ['Open the inbox', '/enquiries'],
    ['Awaiting reply32 due soon', '/enquiries?only=unanswered'],
    ['Overdue1', '/enquiries?only=overdue'],
    ['Spam4', '/enquiries?status=spam'],
  ]);
});

test('a count that the server cut off ends with a plus sign', async () => {
  const [, waiting] = await renderLinks({ unanswered: 100, overdue: 0, dueSoon: 0 });
  expect(waiting?.[0]).toBe('Awaiting reply100+');
});

const days = ['2026-11-19', '2026-11-20', '2026-11-21'].map((day) => ({ day, total: 0 }));

test('the chart names its days, its highest count and, for screen readers, each day with enquiries', async () => {
  renderPanel({ days: days.map((each, index) => ({ ...each, total: index * 2 })) });
  const chart = await screen.findByRole('img');
  expect(chart.getAttribute('aria-label')).toBe(
    'Enquiries per day. Fri 20 Nov: 2, Sat 21 Nov: 4. None on the other days.',
  );
  expect(chart.parentElement?.textContent).toMatch(
    /^Received in 3 days6.*Per day, since Thu 19 Nov: 4 on the busiest day$/,
  );
});

test('without an enquiry there is no chart, and a sentence says so', async () => {
  renderPanel({ days });
  expect(await screen.findByText('None since Thu 19 Nov')).toBeTruthy();
  expect(screen.queryByRole('img')).toBeNull();
});
