import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { offlineClient, Themed } from '../../../test-render.tsx';
import { InboxFilters } from './inbox-filters.tsx';
import type { InboxSearch } from './inbox-search.ts';

function setUp(search: InboxSearch) {
  const onChange = vi.fn();
  // What the lists of people and places ask for is never answered.
  const client = offlineClient();
  const tree = (now: InboxSearch) => (
    <QueryClientProvider client={client}>
      <Themed>
        <InboxFilters search={now} onChange={onChange} onDay={onChange} onSearch={onChange} />
      </Themed>
    </QueryClientProvider>
  );
  const { rerender } = render(tree(search));
  const isOpen = () => screen.getByText('Day and place').closest('details')?.open;
  return { onChange, isOpen, show: (next: InboxSearch) => rerender(tree(next)) };
}

test('days and places stay open while they are emptied', () => {
  const { isOpen, show } = setUp({ from: '2026-11-21' });
  expect(isOpen()).toBe(true);
  show({});
  expect(isOpen()).toBe(true);
});

test('what is late leaves days and places closed', () => {
  const { isOpen } = setUp({ only: 'overdue' });
  expect(isOpen()).toBe(false);
});

test('which filter is on is said, and Show all enquiries leaves none, with the focus on what stays', async () => {
  const { onChange, show } = setUp({ only: 'unanswered' });
  expect(screen.getByText('what waits for an answer, in any folder')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show all enquiries' }));
  const nothing = { only: '', q: '', from: '', until: '', section: '', slide: '', cta: '' };
  expect(onChange).toHaveBeenCalledWith({ status: 'all', ...nothing });
  show({ status: 'all' });
  expect(screen.queryByRole('button', { name: 'Show all enquiries' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Whose enquiries' }));
});

test('a place that no enquiry came from any more is named like the others', () => {
  setUp({ section: 'hero', cta: 'Talk' });
  expect(screen.getByRole('option', { name: 'Hero, Talk' })).toBeTruthy();
});
