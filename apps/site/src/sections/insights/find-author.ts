import { stripTags } from '@threadline/schema/content/preview-tags';
import type { SiteContent } from '@threadline/schema/content/site-content';

export type Person = SiteContent['about']['people'][number];

/** Returns the person under About who has the name of an article's author. In a preview both names have tags. */
export function findAuthor({ about }: SiteContent, author: string): Person | undefined {
  return about.people.find(({ value }) => stripTags(value.name) === stripTags(author));
}
