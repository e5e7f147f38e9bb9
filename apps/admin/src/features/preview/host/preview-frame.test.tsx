import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Themed } from '../../../test-render.tsx';
import { type FromFrame, isFrom } from '../frame/messages.ts';
import { PreviewFrame } from './preview-frame.tsx';

const message = { kind: 'open', path: '/evil/' };

/** A frame without a page. @returns its window */
function openFrame(onMessage: (message: FromFrame) => void): Window | null {
  render(
    <Themed>
      <PreviewFrame
        preview={undefined}
        edits={[]}
        width={800}
        scheme="light"
        focus={undefined}
        sought={undefined}
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
  const say = (from: { origin: string; source: Window | null }) =>
    window.dispatchEvent(new MessageEvent('message', { data: message, ...from }));
  const stranger = document.body.appendChild(document.createElement('iframe')).contentWindow;
  say({ origin: 'https://evil.example', source: frame });
  say({ origin: 'null', source: frame });
  say({ origin, source: stranger });
  say({ origin, source: window });
  say({ origin, source: null });
  expect(onMessage).not.toHaveBeenCalled();
  say({ origin, source: frame });
  expect(onMessage.mock.calls).toEqual([[message]]);
});

test.each([
  ['its own window', location.origin, window, true],
  ['another origin', 'https://evil.example', window, false],
  ['no origin', 'null', window, false],
  ['nobody', location.origin, null, false],
])('a frame that hears %s listens only to the window it is in [X7]', (_, origin, source, isHeard) => {
  expect(isFrom({ origin, source }, window)).toBe(isHeard);
});

test('a message from a window that is closed is refused [X7]', () => {
  expect(isFrom({ origin: location.origin, source: null }, undefined)).toBe(false);
  expect(isFrom({ origin: location.origin, source: null }, null)).toBe(false);
});

test('until the first page can be seen its shape stands there, and says that it loads', () => {
  const frame = openFrame(() => {});
  const say = (data: FromFrame) =>
    act(() => window.dispatchEvent(new MessageEvent('message', { data, origin: location.origin, source: frame })));
  expect(screen.getByRole('status').textContent).toBe('Loading the preview');
  say({ kind: 'ready' });
  expect(screen.queryByRole('status')).not.toBe(null);
  say({ kind: 'shown', path: '/' });
  expect(screen.queryByRole('status')).toBe(null);
});
