import { hasBrandColors } from '@threadline/design-tokens/brand-colors';
import { fontSubsets } from '@threadline/design-tokens/glyphs';
import { hasClaimsPage } from '@threadline/schema/content/claims';
import { getListing, isShareable } from '@threadline/schema/content/listing';
import { stripTags } from '@threadline/schema/content/preview-tags';
import type { SiteContent } from '@threadline/schema/content/site-content';
import type { Share } from './share-picture.ts';

/** The characters of the bitmap font. */
const drawn = new Set(Object.values(fontSubsets).join(''));

/**
 * Returns the text in characters of the bitmap font, without missing accents and symbols. Returns undefined if a letter is
 * missing, for example in Devanagari: half a title would be misleading.
 */
export function toDrawableText(text: string): string | undefined {
  const signs = [...text].flatMap((sign) => (drawn.has(sign) ? sign : [...sign.normalize('NFKD')]));
  const supported = signs.filter((sign) => drawn.has(sign) || /[\p{L}\p{N}]/u.test(sign));
  return supported.every((sign) => drawn.has(sign)) ? supported.join('').replace(/\s+/g, ' ').trim() : undefined;
}

/**
 * Returns the text of a page's picture. The brand name is not repeated in the title. It replaces a title that cannot be
 * drawn; if neither can be drawn, the picture has no text.
 */
export function getShare({ site }: SiteContent, pageTitle: string): Share {
  // In a preview, texts end with the name of their field.
  const name = stripTags(site.brand.name);
  const whole = stripTags(pageTitle);
  const title = toDrawableText(whole.startsWith(`${name}: `) ? whole.slice(name.length + 2) : whole);
  const drawnName = toDrawableText(name) ?? '';
  const { colors } = site.brand;
  const look = hasBrandColors(colors) ? { colors } : {};
  return title
    ? { name: drawnName, title: title.charAt(0).toUpperCase() + title.slice(1), ...look }
    : { name: '', title: drawnName, ...look };
}

/** Each picture of the site once: pages of the same title share one. None where editors chose a picture for every page. */
export function listShares(content: SiteContent): Share[] {
  const { site, insights, stats } = content;
  if (isShareable(site.seo.image)) return [];
  const entries = [...insights.articles, ...site.pages].map(({ value }) => getListing(value));
  const titles = [
    site.seo.title,
    insights.heading,
    ...(hasClaimsPage(content) ? [stats['claims-page'].title] : []),
    ...[site.careers, site.sitemap, site.thanks, site['not-found']].map(({ title }) => title),
    ...entries.filter(({ picture }) => picture === '').map(({ title }) => title),
  ];
  return [...new Set(titles)].map((title) => getShare(content, title));
}
