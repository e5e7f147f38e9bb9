import type { SiteContent } from '@threadline/schema/site-content';

export type Article = SiteContent['insights']['articles'][number];

/** Returns the articles newest first; those of one day keep the order of the list. */
export function newestFirst(articles: readonly Article[]): Article[] {
  return articles.toSorted((one, other) => other.value.publishedOn.localeCompare(one.value.publishedOn));
}
