import { fixedPages } from '@threadline/schema/content/link-targets';
import type { SiteContent } from '@threadline/schema/content/site-content';
import { listHashedFiles } from './hashed-files.ts';

export type Article = SiteContent['insights']['articles'][number];

/** Returns the articles newest first; those of one day keep the order of the list. */
export function newestFirst(articles: readonly Article[]): Article[] {
  return articles.toSorted((one, other) => other.value.publishedOn.localeCompare(one.value.publishedOn));
}

/** Returns the links to all articles, newest first. */
export function listArticleLinks({ insights }: SiteContent): { label: string; href: string }[] {
  return newestFirst(insights.articles).map(({ id, value }) => ({ label: value.title, href: `/insights/${id}/` }));
}

/** Pages with a component of their own; an editor's page of the same id would hide behind them. */
const reservedIds = new Set([
  'insights',
  'careers',
  'sitemap',
  'thanks',
  '404',
  'media',
  'admin',
  'api',
  'auth',
  'content',
  'preview',
]);

/** The editor's own pages that are shown at `/<id>/`. */
export function editorPages(content: SiteContent) {
  return content.site.pages.filter((page) => !reservedIds.has(page.id));
}

/** Every page that a visitor can open and a search engine should know. */
export function listPages(content: SiteContent): string[] {
  return [
    ...Object.keys(fixedPages),
    ...content.insights.articles.map((article) => `/insights/${article.id}/`),
    ...editorPages(content).map((page) => `/${page.id}/`),
  ];
}

const fixedFiles = [
  '/sitemap.xml',
  '/robots.txt',
  '/favicon.svg',
  '/manifest.webmanifest',
  '/insights/rss.xml',
  '/.well-known/security.txt',
];

/** Every path of the site as it is published, `/404/` included. */
export function listRoutes(content: SiteContent): string[] {
  return [...listPages(content), '/404/', ...fixedFiles, ...listHashedFiles(content).map(({ url }) => url)];
}

/** When the entries that a page is made of last changed; undefined for pages made of everything. */
export function getLastChange(path: string, content: SiteContent): string | undefined {
  const { articles } = content.insights;
  if (path === '/insights/')
    return articles
      .map(({ updatedAt }) => updatedAt)
      .sort()
      .at(-1);
  const article = articles.find(({ id }) => path === `/insights/${id}/`);
  const page = editorPages(content).find(({ id }) => path === `/${id}/`);
  return (article ?? page)?.updatedAt;
}
