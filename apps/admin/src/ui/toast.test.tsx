import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Themed } from '../test-render.tsx';
import { type Toast, ToastProvider, useToast } from './toast.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function show(toast: Toast) {
  const Trigger = () => {
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
        <Trigger />
      </ToastProvider>
    </Themed>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Tell' }));
}

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const getText = () => screen.getByRole('status').textContent;

test('a message without an action is shown for 8 s', () => {
  show({ text: 'Copied.' });
  pass(7999);
  expect(getText()).toContain('Copied.');
  pass(1);
  expect(getText()).toBe('');
});

test('a message with Undo stays for 20 s, and while it has the focus', () => {
  const undo = vi.fn();
  show({ text: 'Deleted.', action: { label: 'Undo', run: undo } });
  pass(19_999);
  const button = screen.getByRole('button', { name: 'Undo' });
  act(() => button.focus());
  pass(60_000);
  act(() => button.blur());
  pass(19_999);
  expect(getText()).toContain('Deleted.');
  fireEvent.click(button);
  expect(undo).toHaveBeenCalledOnce();
  expect(getText()).toBe('');
});

test('a message stays while the mouse is on it, but not after a touch', () => {
  show({ text: 'Copied.' });
  const message = screen.getByText('Copied.');
  fireEvent.pointerMove(message, { pointerType: 'mouse' });
  pass(60_000);
  expect(getText()).toContain('Copied.');
  fireEvent.pointerOut(message, { relatedTarget: document.body });
  fireEvent.pointerMove(message, { pointerType: 'touch' });
  pass(8000);
  expect(getText()).toBe('');
});

test('a failure is an alert, outside the status', () => {
  show({ tone: 'danger', text: 'It failed.' });
  expect(screen.getByRole('alert').textContent).toContain('It failed.');
  expect(getText()).toBe('');
});
