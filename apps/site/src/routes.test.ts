import { readSiteContent, type SiteContent } from '@threadline/schema/content/site-content';
import { beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { loadSnapshot } from '../integrations/load-snapshot.ts';
import {
  type Article,
  editorPages,
  getLastChange,
  listArticleLinks,
  listPages,
  listRelated,
  listRoutes,
  listSearchablePages,
  newestFirst,
} from './routes.ts';

let content: SiteContent;

beforeAll(async () => {
  const seed = await loadSnapshot({ ...readConfig({}), contentUrl: undefined });
  content = readSiteContent(seed.items);
});

function withPage(id: string): SiteContent {
  const [page] = content.site.pages;
  if (!page) throw new Error('The seed has no page.');
  return {
    ...content,
    site: {
      ...content.site,
      pages: [...content.site.pages, { ...page, key: `page-${id}`, id, updatedAt: '2030-01-01T00:00:00.000Z' }],
    },
  };
}

test('every article and every page of an editor has a path of its own', () => {
  const routes = listRoutes(content);
  for (const { id } of content.insights.articles) expect(routes).toContain(`/insights/${id}/`);
  for (const { id } of content.site.pages) expect(routes).toContain(`/${id}/`);
  expect(new Set(routes).size).toBe(routes.length);
});

test('the fixed pages and files are there', () => {
  expect(listRoutes(content)).toEqual(
    expect.arrayContaining([
      '/',
      '/insights/',
      '/careers/',
      '/sitemap/',
      '/thanks/',
      '/404/',
      '/sitemap.xml',
      '/robots.txt',
    ]),
  );
});

test('an editor cannot hide a page of the site behind one of the same name', () => {
  const routes = listRoutes(withPage('careers'));
  expect(routes.filter((route) => route === '/careers/')).toHaveLength(1);
  expect(editorPages(withPage('api')).map(({ id }) => id)).not.toContain('api');
});

test('a page changes when its entry changes, other pages with the whole content', () => {
  expect(getLastChange('/pricing/', withPage('pricing'))).toBe('2030-01-01T00:00:00.000Z');
  expect(getLastChange('/', content)).toBeUndefined();
});

test('the error page and files are not pages to be found', () => {
  expect(listPages(content)).not.toContain('/404/');
});

test('an unlisted article or page is shown at its address, and nothing leads to it', () => {
  const [article, ...articles] = content.insights.articles;
  const [page, ...pages] = content.site.pages;
  if (!article || !page) throw new Error('The seed has no article or no page.');
  const unlisted = { unlisted: true } as const;
  const other = {
    ...content,
    insights: { ...content.insights, articles: [{ ...article, ...unlisted }, ...articles] },
    site: { ...content.site, pages: [{ ...page, ...unlisted }, ...pages] },
  };
  const paths = [`/insights/${article.id}/`, `/${page.id}/`];
  expect(listRoutes(other)).toEqual(expect.arrayContaining(paths));
  for (const path of paths) {
    expect(listSearchablePages(content)).toContain(path);
    expect(listSearchablePages(other)).not.toContain(path);
  }
  expect(listArticleLinks(other).map(({ href }) => href)).not.toContain(paths[0]);
  for (const each of other.insights.articles)
    expect(listRelated(other, each).map(({ id }) => id)).not.toContain(article.id);
  const chosen = { ...articles[0], value: { ...articles[0]?.value, related: [paths[0]] } } as Article;
  expect(listRelated(other, chosen)).toEqual([]);
});

test('articles are sorted by day, those of one day as in their list', () => {
  const articles = [
    ['old', '2026-09-04'],
    ['same-day-1', '2026-10-02'],
    ['new', '2026-11-06'],
    ['same-day-2', '2026-10-02'],
  ].map(([id, publishedOn]) => ({ id, value: { publishedOn } }) as Article);
  expect(newestFirst(articles).map(({ id }) => id)).toEqual(['new', 'same-day-1', 'same-day-2', 'old']);
});
