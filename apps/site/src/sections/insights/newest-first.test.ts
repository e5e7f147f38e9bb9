import { expect, test } from 'vitest';
import { type Article, newestFirst } from './newest-first.ts';

function article(id: string, publishedOn: string) {
  return { id, value: { publishedOn } } as Article;
}

test('articles stand by their day, those of one day as in their list', () => {
  const articles = [
    article('old', '2026-09-04'),
    article('same-day-1', '2026-10-02'),
    article('new', '2026-11-06'),
    article('same-day-2', '2026-10-02'),
  ];
  expect(newestFirst(articles).map(({ id }) => id)).toEqual(['new', 'same-day-1', 'same-day-2', 'old']);
});
