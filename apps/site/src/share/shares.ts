import { withoutTags } from '@threadline/schema/preview-tags';
import type { SiteContent } from '@threadline/schema/site-content';
import type { Share } from './share-picture.ts';

/** What the picture of a page says; a title that begins with the brand's name does not say it twice. */
export function shareOf({ site }: SiteContent, pageTitle: string): Share {
  // In a preview, texts end with the name of their field.
  const name = withoutTags(site.brand.name);
  const whole = withoutTags(pageTitle);
  const title = whole.startsWith(`${name}: `) ? whole.slice(name.length + 2) : whole;
  return { name, title: title.charAt(0).toUpperCase() + title.slice(1) };
}

/** Each picture of the site once: pages of the same title share one. None where editors chose a picture for every page. */
export function listShares(content: SiteContent): Share[] {
  const { site, insights } = content;
  if (hasOwnPicture(content)) return [];
  const titles = [
    site.seo.title,
    insights.heading,
    ...[site.careers, site.sitemap, site.thanks, site['not-found']].map(({ title }) => title),
    ...[...insights.articles, ...site.pages].map(({ value }) => value.title),
  ];
  return [...new Set(titles)].map((title) => shareOf(content, title));
}

/** An image of the library or of another address; drawings of the site are no pictures that a messenger would show. */
export function hasOwnPicture({ site }: SiteContent): boolean {
  return /^(?:\/media\/|https:\/\/)/.test(site.seo.image);
}
