import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Themed } from '../test-render.tsx';
import { ListFilters } from './list-filters.tsx';

test('the button opens the filters and counts those that are set', async () => {
  render(
    <Themed>
      <ListFilters activeCount={2}>
        <input aria-label="From" />
      </ListFilters>
    </Themed>,
  );
  const button = screen.getByRole('button', { name: 'Filters (2)' });
  const filters = document.getElementById(String(button.getAttribute('aria-controls')));
  expect(filters?.contains(screen.getByLabelText('From'))).toBe(true);
  expect([button.getAttribute('aria-expanded'), filters?.hasAttribute('data-open')]).toEqual(['false', false]);
  await userEvent.click(button);
  expect([button.getAttribute('aria-expanded'), filters?.hasAttribute('data-open')]).toEqual(['true', true]);
});
