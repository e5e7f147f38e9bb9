import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { lazyComponent, lazyScreen } from './lazy-component.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Returns a loader that fails until `line.isUp`. */
function createFlakyLoader<Name extends string>(name: Name) {
  const line = { isUp: false, calls: 0 };
  const load = async () => {
    line.calls += 1;
    if (!line.isUp) throw new TypeError('Failed to fetch dynamically imported module');
    return { [name]: () => <p>It is here</p> } as Record<Name, () => React.JSX.Element>;
  };
  return { line, load };
}

test('a component that does not load shows an error in its place and loads after a retry', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined); // React logs caught errors
  const { line, load } = createFlakyLoader('Search');
  const Search = lazyComponent('Search', load, { label: 'The search', isDialog: true });
  await act(async () => render(<Search />));
  expect((await screen.findByRole('alert')).textContent).toContain('The search could not be loaded.');
  line.isUp = true;
  await act(async () => screen.getByRole('button', { name: 'Try again' }).click());
  await screen.findByText('It is here');
  expect(line.calls).toBe(2);
});

test('a failed preload is silent, and the screen loads when it is rendered', async () => {
  const { line, load } = createFlakyLoader('Images');
  const Images = lazyScreen('Images', load);
  await Images.preload();
  line.isUp = true;
  await act(async () => render(<Images />));
  await screen.findByText('It is here');
  expect([line.calls, sessionStorage.length]).toEqual([2, 0]);
});

test('code that does not arrive within 120 s counts as not loaded', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const Search = lazyComponent('Search', () => new Promise<never>(() => undefined), { label: 'The search' });
  await act(async () => render(<Search />));
  await act(() => vi.advanceTimersByTimeAsync(119_999));
  expect(screen.queryByRole('alert')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByRole('alert').textContent).toContain('The search could not be loaded.');
});

test('a retry uses another URL, because browsers remember the failure', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined); // React logs caught errors
  const address = 'data:text/javascript,export const Search = () => "It is here" //';
  const load = async () => {
    throw new TypeError(`Failed to fetch dynamically imported module: ${encodeURI(address)}`);
  };
  const Search = lazyComponent('Search', load, { label: 'The search' });
  await act(async () => render(<Search />));
  await screen.findByText('The search could not be loaded.');
  await act(async () => screen.getByRole('button', { name: 'Try again' }).click());
  await screen.findByText('It is here');
});
