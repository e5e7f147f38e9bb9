import { expect, test } from 'vitest';
import { fieldWords } from './waiting-list.tsx';

test.each([
  ['/picture/alt', 'picture, description'],
  ['/media/src', 'media, file'],
  ['/primaryCta/href', 'primary cta, address'],
  ['/metadata/title', 'in the list, title'],
  ['/lines/0', 'lines, 1'],
])('the field at %s is called "%s"', (pointer, words) => {
  expect(fieldWords(pointer)).toBe(words);
});
