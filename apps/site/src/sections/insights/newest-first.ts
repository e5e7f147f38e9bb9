import type { SiteContent } from '@threadline/schema/site-content';

export type Article = SiteContent['insights']['articles'][number];

/** By the day on the article; those of one day as they stand in the list. */
export function newestFirst(articles: readonly Article[]): Article[] {
  return articles.toSorted((one, other) => other.value.publishedOn.localeCompare(one.value.publishedOn));
}
