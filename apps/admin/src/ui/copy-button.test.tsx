import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Themed } from '../test-render.tsx';
import { CopyButton, CopyIconButton } from './copy-button.tsx';

const copied: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  copied.length = 0;
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => copied.push(text) } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const press = () => act(async () => void fireEvent.click(screen.getByRole('button')));
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test.each([
  ['text', <CopyButton key="text" text="an address" />, () => screen.getByRole('button').textContent],
  [
    'icon',
    <CopyIconButton key="icon" text="an address" label="Copy URL of desk.png" />,
    () => screen.getByRole('status').textContent,
  ],
])('the button with a %s reports the copy for 2 s after the last press', async (_, button, getMessage) => {
  render(<Themed>{button}</Themed>);
  await press();
  expect([copied, getMessage()]).toEqual([['an address'], 'Copied']);
  pass(1500);
  await press();
  pass(1999);
  expect(getMessage()).toBe('Copied');
  pass(1);
  expect(getMessage()).not.toBe('Copied');
});

test('a removed button leaves no timer', async () => {
  const { unmount } = render(
    <Themed>
      <CopyIconButton text="an address" label="Copy URL of desk.png" />
    </Themed>,
  );
  // Test files share their environment, and timers of others may be pending.
  const others = vi.getTimerCount();
  await press();
  expect(vi.getTimerCount()).toBe(others + 1);
  unmount();
  expect(vi.getTimerCount()).toBe(others);
});
