import { expect, test } from 'vitest';
import { satisfies } from './toolchain.mjs';

test.each([
  ['22.22.2', true],
  ['22.22.1', false],
  ['22.30.0', true],
  ['23.11.0', false],
  ['24.15.0', true],
  ['24.14.9', false],
  ['25.0.0', false],
  ['26.0.0', true],
  ['27.1.0', true],
  ['18.20.8', false],
  ['26.0.0-rc.1', false],
  ['not a version', false],
])('Node %s: %s', (version, accepted) => {
  expect(satisfies(version, '^22.22.2 || ^24.15.0 || >=26.0.0')).toBe(accepted);
});

test('a range in an unknown notation accepts no version', () => {
  expect(satisfies('26.0.0', '26.x')).toBe(false);
});
