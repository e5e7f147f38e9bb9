import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Themed } from '../../../test-render.tsx';
import { type FrameMessage, isFrom } from '../messages.ts';
import { PreviewFrame } from './preview-frame.tsx';

const message = { kind: 'open', path: '/evil/' };

/** A frame without a page. @returns its window */
function openFrame(onMessage: (message: FrameMessage) => void): Window | null {
  render(
    <Themed>
      <PreviewFrame
        preview={undefined}
        edits={[]}
        minWidth={800}
        maxWidth={800}
        scheme="light"
        focus={undefined}
        scrollTarget={undefined}
        onMessage={onMessage}
      />
    </Themed>,
  );
  return screen.getByTitle<HTMLIFrameElement>('The page with your changes').contentWindow;
}

test('the editor accepts messages from its own frame only [X7]', () => {
  const onMessage = vi.fn();
  const frame = openFrame(onMessage);
  const { origin } = location;
  const post = (from: { origin: string; source: Window | null }) =>
    window.dispatchEvent(new MessageEvent('message', { data: message, ...from }));
  const other = document.body.appendChild(document.createElement('iframe')).contentWindow;
  post({ origin: 'https://evil.example', source: frame });
  post({ origin: 'null', source: frame });
  post({ origin, source: other });
  post({ origin, source: window });
  post({ origin, source: null });
  expect(onMessage).not.toHaveBeenCalled();
  post({ origin, source: frame });
  expect(onMessage.mock.calls).toEqual([[message]]);
});

test.each([
  ['its own window', location.origin, window, true],
  ['another origin', 'https://evil.example', window, false],
  ['no origin', 'null', window, false],
  ['no window', location.origin, null, false],
])('a frame accepts messages of its own window only: %s [X7]', (_, origin, source, isAccepted) => {
  expect(isFrom({ origin, source }, window)).toBe(isAccepted);
});

test('a message from a window that is closed is refused [X7]', () => {
  expect(isFrom({ origin: location.origin, source: null }, undefined)).toBe(false);
  expect(isFrom({ origin: location.origin, source: null }, null)).toBe(false);
});

test('until the first page is visible there is a skeleton with a status', () => {
  const frame = openFrame(() => {});
  const post = (data: FrameMessage) =>
    act(() => window.dispatchEvent(new MessageEvent('message', { data, origin: location.origin, source: frame })));
  expect(screen.getByRole('status').textContent).toBe('Loading the preview');
  post({ kind: 'ready' });
  expect(screen.queryByRole('status')).not.toBe(null);
  post({ kind: 'shown', path: '/' });
  expect(screen.queryByRole('status')).toBe(null);
});
