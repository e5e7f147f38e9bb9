import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { InApp, offlineClient } from '../../../test-render.tsx';
import { InboxFilters } from './inbox-filters.tsx';
import type { InboxSearch } from './parse-inbox-search.ts';

function setUp(search: InboxSearch) {
  const onChange = vi.fn();
  const client = offlineClient();
  const tree = (now: InboxSearch) => (
    <InApp client={client}>
      <InboxFilters search={now} onChange={onChange} />
    </InApp>
  );
  const { rerender } = render(tree(search));
  const isOpen = () => screen.getByText('Date and source').closest('details')?.open;
  return { onChange, isOpen, show: (next: InboxSearch) => rerender(tree(next)) };
}

test('the date and source filters stay open while they are cleared', () => {
  const { isOpen, show } = setUp({ from: '2026-11-21' });
  expect(isOpen()).toBe(true);
  show({});
  expect(isOpen()).toBe(true);
});

test('the filter for overdue enquiries keeps date and source closed', () => {
  const { isOpen } = setUp({ only: 'overdue' });
  expect(isOpen()).toBe(false);
});

test('Clear filters removes every filter and moves the focus to the select', async () => {
  const { onChange, show } = setUp({ only: 'unanswered' });
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  const nothing = { only: '', q: '', from: '', until: '', section: '', slide: '', cta: '' };
  expect(onChange).toHaveBeenCalledWith(nothing);
  show({ status: 'all' });
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Filter' }));
});

test('a source without enquiries is still shown', () => {
  setUp({ section: 'hero', cta: 'Talk' });
  expect(screen.getByRole('option', { name: 'Hero, Talk' })).toBeTruthy();
});

test('a search from the URL replaces the typed text, its own search does not', async () => {
  const { onChange, show } = setUp({});
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' });
  await userEvent.type(field, 'mills ');
  await waitFor(() => expect(onChange).toHaveBeenCalledWith({ q: 'mills' }, { keepOpen: true, replace: true }));
  show({ q: 'mills' });
  expect(field.value).toBe('mills ');
  show({ q: 'looms' });
  expect(field.value).toBe('looms');
});
