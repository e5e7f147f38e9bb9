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
  return { onChange, show: (next: InboxSearch) => rerender(tree(next)) };
}

test('the filters are folded away until they are wanted, and the active ones are named', async () => {
  setUp({ only: 'overdue', from: '2026-11-21' });
  expect(screen.getByText('Overdue, since 21 Nov 2026')).toBeTruthy();
  expect(screen.queryByRole('combobox', { name: 'Show' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Show' }).value).toBe('overdue');
});

test('Clear filters removes every filter and moves the focus to the button that shows them', async () => {
  const { onChange, show } = setUp({ only: 'unanswered' });
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  const nothing = { only: '', q: '', from: '', until: '', section: '', slide: '', cta: '' };
  expect(onChange).toHaveBeenCalledWith(nothing);
  show({ status: 'all' });
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filters' }));
});

test('a source without enquiries is still shown', () => {
  setUp({ section: 'hero', cta: 'Talk' });
  expect(screen.getByRole('option', { name: 'Hero, button “Talk”', hidden: true })).toBeTruthy();
});

test('a new search leaves the list of unanswered enquiries, which can then be chosen for it', async () => {
  const { onChange, show } = setUp({ only: 'unanswered' });
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' });
  await userEvent.type(field, 'mills');
  const options = { keepOpen: true, replace: true };
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith({ q: 'mills', only: '' }, options));
  show({ q: 'mills', only: 'unanswered' });
  await userEvent.type(field, ' looms');
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith({ q: 'mills looms' }, options));
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
