import { claimsPage, hasClaimsPage } from '@threadline/schema/content/claims';
import { fixedPages } from '@threadline/schema/content/link-targets';
import type { SiteContent } from '@threadline/schema/content/site-content';
import { listHashedFiles } from './hashed-files.ts';

/** As many as one row holds. */
const maxRelated = 3;

export type Article = SiteContent['insights']['articles'][number];

/** Returns whether lists, the feed and the site maps contain an entry. Its page exists in any case. */
export function isListed({ unlisted }: { unlisted?: true }): boolean {
  return !unlisted;
}

/** Returns the listed articles newest first; those of one day keep the order of the list. */
export function newestFirst(articles: readonly Article[]): Article[] {
  return articles
    .filter(isListed)
    .toSorted((one, other) => other.value.publishedOn.localeCompare(one.value.publishedOn));
}

/** Returns the links to all articles, newest first. */
export function listArticleLinks({ insights }: SiteContent): { label: string; href: string }[] {
  return newestFirst(insights.articles).map(({ id, value }) => ({ label: value.title, href: `/insights/${id}/` }));
}

/** Returns the articles that a reader may want next: the chosen ones, or those before the article, then the newest. */
export function listRelated({ insights: { articles } }: SiteContent, article: Article): Article[] {
  const { related } = article.value;
  if (related.length > 0) {
    const others = articles.filter((other) => isListed(other) && other.id !== article.id);
    return related.flatMap((href) => others.find(({ id }) => href === `/insights/${id}/`) ?? []);
  }
  const sorted = newestFirst(articles);
  const index = sorted.findIndex(({ id }) => id === article.id);
  return [...sorted.slice(index + 1), ...sorted.slice(0, Math.max(0, index))].slice(0, maxRelated);
}

/** Pages with a component of their own; an editor's page of the same id would hide behind them. */
const reservedIds = new Set([
  'insights',
  'claims',
  'careers',
  'sitemap',
  'thanks',
  '404',
  'media',
  'admin',
  'api',
  'auth',
  'content',
  'p',
]);

/** The editor's own pages that are shown at `/<id>/`. */
export function editorPages(content: SiteContent) {
  return content.site.pages.filter((page) => !reservedIds.has(page.id));
}

/** Returns the pages that a search engine should know. */
export function listSearchablePages(content: SiteContent): string[] {
  const { articles } = content.insights;
  const hidden = new Set([
    '/thanks/',
    ...articles.filter(({ unlisted }) => unlisted).map(({ id }) => `/insights/${id}/`),
    ...content.site.pages.filter(({ unlisted }) => unlisted).map(({ id }) => `/${id}/`),
  ]);
  return listPages(content).filter((path) => !hidden.has(path));
}

/** Returns every page that a visitor can open. */
export function listPages(content: SiteContent): string[] {
  return [
    ...Object.keys(fixedPages),
    ...(hasClaimsPage(content) ? [claimsPage] : []),
    ...content.insights.articles.map((article) => `/insights/${article.id}/`),
    ...editorPages(content).map((page) => `/${page.id}/`),
  ];
}

const fixedFiles = [
  '/sitemap.xml',
  '/robots.txt',
  '/favicon.svg',
  '/apple-touch-icon.png',
  '/manifest.webmanifest',
  '/insights/rss.xml',
  '/.well-known/security.txt',
];

/** Returns the article that had the id before, unless another one has it now. */
export function findMovedArticle({ insights: { articles } }: SiteContent, id: string | undefined): Article | undefined {
  if (id === undefined || articles.some((article) => article.id === id)) return undefined;
  return articles.find(({ formerIds }) => formerIds?.includes(id));
}

/** Returns the ids of articles whose pages are elsewhere now. */
export function listFormerIds(content: SiteContent): string[] {
  const ids = content.insights.articles.flatMap(({ formerIds }) => formerIds ?? []);
  return [...new Set(ids)].filter((id) => findMovedArticle(content, id));
}

/** Every path of the site as it is published, `/404/` and former addresses included. */
export function listRoutes(content: SiteContent): string[] {
  const moved = listFormerIds(content).map((id) => `/insights/${id}/`);
  return [...listPages(content), ...moved, '/404/', ...fixedFiles, ...listHashedFiles(content).map(({ url }) => url)];
}

/** When the entries that a page is made of last changed; undefined for pages made of everything. */
export function getLastChange(path: string, content: SiteContent): string | undefined {
  const { articles } = content.insights;
  const { cards, claims, cases } = content.stats;
  if (path === '/insights/') return findNewest(articles);
  if (path === claimsPage) return findNewest([...cards, ...claims, ...cases]);
  const article = articles.find(({ id }) => path === `/insights/${id}/`);
  const page = editorPages(content).find(({ id }) => path === `/${id}/`);
  return (article ?? page)?.updatedAt;
}

function findNewest(entries: readonly { updatedAt: string }[]): string | undefined {
  return entries
    .map(({ updatedAt }) => updatedAt)
    .sort()
    .at(-1);
}
