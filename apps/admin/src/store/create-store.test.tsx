import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createStore, resetStores, useStore } from './create-store.ts';
import { setCurrentUser } from './current-user.ts';

test('a component renders the current value of a store, also after a change', () => {
  const count = createStore(1);
  const Count = () => <p>{useStore(count)}</p>;
  render(<Count />);
  act(() => count.set((value) => value + 1));
  expect(screen.getByText('2')).toBeDefined();
});

test('sign-out resets every store to its initial value or to the value that it may keep', () => {
  const draft = createStore('');
  const queue = createStore<string[]>([], { reset: (entries) => entries.slice(-1) });
  draft.set('typed');
  queue.set(['one', 'two']);
  resetStores();
  expect([draft.get(), queue.get()]).toEqual(['', ['two']]);
});

test('another user resets the stores, the first user of a window does not', () => {
  const store = createStore('initial');
  store.set('typed');
  expect(setCurrentUser({ _id: 'one', name: 'Editor One' })).toBe(false);
  expect(setCurrentUser({ _id: 'one', name: 'Editor One' })).toBe(false);
  expect(store.get()).toBe('typed');
  expect(setCurrentUser({ _id: 'two', name: 'Editor Two' })).toBe(true);
  expect(store.get()).toBe('initial');
});
