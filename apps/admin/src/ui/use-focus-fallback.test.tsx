import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { expect, test } from 'vitest';
import { useFocusFallback } from './use-focus-fallback.ts';

function Place() {
  const place = useRef<HTMLDivElement>(null);
  const [isDone, setDone] = useState(false);
  const [count, setCount] = useState(0);
  useFocusFallback(place);
  return (
    <>
      <div ref={place} tabIndex={-1} data-testid="place">
        {isDone ? (
          <p>Done {count}</p>
        ) : (
          <button type="button" onClick={() => setDone(true)}>
            Restore
          </button>
        )}
      </div>
      <button type="button" onClick={() => setCount((before) => before + 1)}>
        Elsewhere
      </button>
    </>
  );
}

test('the container gets the focus when its focused button is removed', async () => {
  render(<Place />);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('place')));
});

test('a focus outside the container does not move', async () => {
  render(<Place />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('place')));
  const elsewhere = screen.getByRole('button', { name: 'Elsewhere' });
  await user.click(elsewhere);
  expect(await screen.findByText('Done 1')).toBeTruthy();
  expect(document.activeElement).toBe(elsewhere);
});
