import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Themed } from '../test-render.tsx';
import { type Toast, ToastProvider, useToast } from './toast.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function show(toast: Toast) {
  const Teller = () => {
    const tell = useToast();
    return (
      <button type="button" onClick={() => tell(toast)}>
        Tell
      </button>
    );
  };
  render(
    <Themed>
      <ToastProvider>
        <Teller />
      </ToastProvider>
    </Themed>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Tell' }));
}

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const words = () => screen.getByRole('status').textContent;

test('what worked is said for 8 s', () => {
  show({ text: 'Copied.' });
  pass(7999);
  expect(words()).toContain('Copied.');
  pass(1);
  expect(words()).toBe('');
});

test('what can be undone stays for 20 s, and for as long as the focus is in it', () => {
  const undo = vi.fn();
  show({ text: 'Deleted.', action: { label: 'Undo', run: undo } });
  pass(19_999);
  const button = screen.getByRole('button', { name: 'Undo' });
  act(() => button.focus());
  pass(60_000);
  act(() => button.blur());
  pass(19_999);
  expect(words()).toContain('Deleted.');
  fireEvent.click(button);
  expect(undo).toHaveBeenCalledOnce();
  expect(words()).toBe('');
});
