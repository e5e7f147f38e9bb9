import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { InApp, offlineClient } from '../test-render.tsx';
import { UnansweredBadge } from './unanswered-badge.tsx';

function renderBadge(counts: { unanswered: number; overdue: number; dueSoon: number } | undefined) {
  const client = offlineClient(counts ? [[['enquiries', 'counts'], counts]] : []);
  const { container } = render(
    <InApp client={client}>
      <UnansweredBadge />
    </InApp>,
  );
  const badge = container.querySelector('small');
  expect(badge?.title).toBe(badge?.textContent ?? undefined);
  return badge && { text: badge.textContent, tone: badge.dataset.tone };
}

test.each([
  [{ unanswered: 3, overdue: 0, dueSoon: 0 }, '3 awaiting reply', undefined],
  [{ unanswered: 3, overdue: 0, dueSoon: 1 }, '3 awaiting reply, 1 due soon', 'warning'],
  [{ unanswered: 12, overdue: 2, dueSoon: 1 }, '12 awaiting reply, 2 overdue, 1 due soon', 'danger'],
  [{ unanswered: 100, overdue: 100, dueSoon: 0 }, '100+ awaiting reply, 100 overdue', 'danger'],
])('for %j the badge reads %j', (counts, text, tone) => {
  expect(renderBadge(counts)).toEqual({ text, tone });
});

test('there is no badge without unanswered enquiries, or before they are counted', () => {
  expect(renderBadge({ unanswered: 0, overdue: 0, dueSoon: 0 })).toBeNull();
  expect(renderBadge(undefined)).toBeNull();
});
