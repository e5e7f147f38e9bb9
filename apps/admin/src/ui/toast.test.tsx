import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Themed } from '../test-render.tsx';
import { type Toast, ToastProvider, useToast } from './toast.tsx';
import { useCloseOtherToasts, useCloseToast } from './use-close-toast.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function Opened({ id }: { id: string }) {
  useCloseOtherToasts(id);
  return null;
}

function show(toast: Toast) {
  const Trigger = () => {
    const tell = useToast();
    const close = useCloseToast();
    const [opened, setOpened] = useState<string>();
    return (
      <>
        <button type="button" onClick={() => tell(toast)}>
          Tell
        </button>
        <button type="button" onClick={() => close('article-a')}>
          Leave
        </button>
        <button type="button" onClick={() => setOpened('article-a')}>
          Open A
        </button>
        <button type="button" onClick={() => setOpened('article-b')}>
          Open B
        </button>
        {opened && <Opened id={opened} />}
      </>
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

test('a message is closed with its subject, and stays where another one is left', () => {
  show({ about: 'article-a', text: 'Published.' });
  fireEvent.click(screen.getByRole('button', { name: 'Leave' }));
  expect(getText()).toBe('');
  cleanup();
  show({ about: 'article-b', text: 'Published.' });
  fireEvent.click(screen.getByRole('button', { name: 'Leave' }));
  expect(getText()).toContain('Published.');
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

test('a message about an article closes when another article is opened', () => {
  show({ about: 'article-a', text: 'Unlisted.' });
  fireEvent.click(screen.getByRole('button', { name: 'Open A' }));
  expect(getText()).toContain('Unlisted.');
  fireEvent.click(screen.getByRole('button', { name: 'Open B' }));
  expect(getText()).toBe('');
});
