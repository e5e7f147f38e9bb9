import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { offlineClient } from '../test-render.tsx';
import { WaitingBadge } from './waiting-badge.tsx';

function badge(counts: { waiting: number; overdue: number; dueSoon: number } | undefined) {
  const client = offlineClient(counts ? [[['enquiries', 'counts'], counts]] : []);
  const { container } = render(
    <QueryClientProvider client={client}>
      <WaitingBadge className="" />
    </QueryClientProvider>,
  );
  const shown = container.querySelector('small');
  return shown && { words: shown.textContent, tone: shown.dataset.tone };
}

test.each([
  [{ waiting: 3, overdue: 0, dueSoon: 0 }, '3 waiting for an answer', undefined],
  [{ waiting: 3, overdue: 0, dueSoon: 1 }, '3 waiting for an answer, 1 due soon', 'waiting'],
  [{ waiting: 12, overdue: 2, dueSoon: 1 }, '12 waiting for an answer, 2 late, 1 due soon', 'bad'],
  [{ waiting: 100, overdue: 100, dueSoon: 0 }, '100+ waiting for an answer, 100 late', 'bad'],
])('of %j the badge says %j', (counts, words, tone) => {
  expect(badge(counts)).toEqual({ words, tone });
});

test('there is no badge while nothing waits, or nobody has counted', () => {
  expect(badge({ waiting: 0, overdue: 0, dueSoon: 0 })).toBeNull();
  expect(badge(undefined)).toBeNull();
});
