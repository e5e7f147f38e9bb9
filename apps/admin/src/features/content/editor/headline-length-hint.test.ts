import { expect, test } from 'vitest';
import { countLines } from './headline-length-hint.tsx';

const onePerLetter = (text: string) => text.length;

test('lines break at spaces and after hyphens, and a trailing space has no width', () => {
  expect(countLines('one two', onePerLetter, 7)).toBe(1);
  expect(countLines('one two ', onePerLetter, 7)).toBe(1);
  expect(countLines('one two', onePerLetter, 6)).toBe(2);
  expect(countLines('well-known', onePerLetter, 5)).toBe(2);
  expect(countLines('one two three', onePerLetter, 7)).toBe(2);
});

test('a word that is wider than the column has a line of its own', () => {
  expect(countLines('a considerable thing', onePerLetter, 6)).toBe(3);
});
