import { expect, test } from 'vitest';
import { destinations } from './navigation.ts';

test('every screen has a key of its own, and the log of changes is one of them', () => {
  const keys = destinations.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(destinations.find(({ to }) => to === '/log')?.label).toBe('Log of changes');
});
