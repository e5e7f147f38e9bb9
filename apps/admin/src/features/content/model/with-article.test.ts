import { expect, test } from 'vitest';
import { withArticle } from './with-article.ts';

test.each([
  ['article', 'an article'],
  ['opening', 'an opening'],
  ['unit', 'a unit'],
  ['slide', 'a slide'],
])('%s is %s', (name, words) => {
  expect(withArticle(name)).toBe(words);
});
