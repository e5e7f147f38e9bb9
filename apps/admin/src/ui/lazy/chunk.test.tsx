import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ChunkLoadError, createChunk } from './chunk.ts';
import { loadPart } from './lazy-component.tsx';
import { loadScreen } from './lazy-screen.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Code that fails to arrive until the connection is back. */
function flaky<Name extends string>(name: Name) {
  const line = { isUp: false, asked: 0 };
  const load = async () => {
    line.asked += 1;
    if (!line.isUp) throw new TypeError('Failed to fetch dynamically imported module');
    return { [name]: () => <p>It is here</p> } as Record<Name, () => React.JSX.Element>;
  };
  return { line, load };
}

test('a part that does not load says so in its place, and is there after another try', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined); // React reports what the boundary caught
  const { line, load } = flaky('Search');
  const Search = loadPart('Search', load, { what: 'The search', isDialog: true });
  await act(async () => render(<Search />));
  expect((await screen.findByRole('alert')).textContent).toContain('The search could not be loaded.');
  line.isUp = true;
  await act(async () => screen.getByRole('button', { name: 'Try again' }).click());
  await screen.findByText('It is here');
  expect(line.asked).toBe(2);
});

test('fetching ahead fails in silence, and the screen is asked for again when it is shown', async () => {
  const { line, load } = flaky('Images');
  const Images = loadScreen('Images', load);
  await Images.preload();
  line.isUp = true;
  await act(async () => render(<Images />));
  await screen.findByText('It is here');
  expect([line.asked, sessionStorage.length]).toEqual([2, 0]);
});

test('code that does not arrive within 120 s is a chunk-load error', async () => {
  vi.useFakeTimers();
  const chunk = createChunk('Images', () => new Promise<never>(() => undefined));
  const failure = vi.fn();
  chunk.awaited()?.catch(failure);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(failure).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(failure).toHaveBeenCalledExactlyOnceWith(expect.any(ChunkLoadError));
});

test('a browser that remembers the failure is asked again at another address', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined); // React reports what the boundary caught
  const address = 'data:text/javascript,export const Search = () => "It is here" //';
  const load = async () => {
    throw new TypeError(`Failed to fetch dynamically imported module: ${encodeURI(address)}`);
  };
  const Search = loadPart('Search', load, { what: 'The search' });
  await act(async () => render(<Search />));
  await screen.findByText('The search could not be loaded.');
  await act(async () => screen.getByRole('button', { name: 'Try again' }).click());
  await screen.findByText('It is here');
});
