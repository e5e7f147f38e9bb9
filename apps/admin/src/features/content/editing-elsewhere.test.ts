import { expect, test } from 'vitest';
import { editingWords } from './editing-elsewhere.ts';

test.each([
  [[], undefined],
  [['Editor One'], 'Editor One is editing this'],
  [['Editor One', 'Editor One'], 'Editor One is editing this'],
  [['Editor One', 'Editor Two'], 'Editor One and Editor Two are editing this'],
])('%j: %s', (names, words) => {
  expect(editingWords(names, 'this')).toBe(words);
});
