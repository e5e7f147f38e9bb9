import { group, mediaSource, text } from '../primitives/fields.ts';
import { pictureShapes } from '../primitives/picture-shapes.ts';
import { stripTags } from './preview-tags.ts';

/** Search results cut off a title and a description after about this many characters. */
export const shownInSearch = { title: 60, description: 155 };

/** The lengths at which a description is complete. */
const maxSummaryLength = 160;

const title = text('SEO title', {
  hint: 'Shown in Google, in the browser tab and in shared links. Leave empty to use the title.',
  max: 90,
  cutAt: shownInSearch.title,
  optional: true,
}).default('');

const description = text('SEO description', {
  hint: 'Shown below the title. Leave empty to use the summary.',
  max: 300,
  cutAt: shownInSearch.description,
  optional: true,
}).default('');

const picture = (hint: string) =>
  mediaSource('Share image', { hint, optional: true })
    .meta({ shape: pictureShapes.share })
    .refine((src) => src === '' || isShareable(src), {
      error: 'Chats cannot show illustrations. Choose an image from Image Management.',
    })
    .default('');

const label = 'Search and sharing';

/** How search engines and chats show an article. */
export const articleListing = group(label, {
  title,
  description,
  picture: picture('Leave empty to use the cover. Without a photo there, the site draws the title.'),
})
  .meta({ isListing: true })
  .default({ title: '', description: '', picture: '' });

/** How search engines and chats show a page. Its summary is the description. */
export const pageListing = group(label, {
  title,
  picture: picture('Leave empty to let the site draw the title.'),
})
  .meta({ isListing: true })
  .default({ title: '', picture: '' });

/** The value of an article or a page, or the texts of another page. */
export interface ListedPage {
  title: string;
  excerpt?: string;
  description?: string;
  picture?: { src: string };
  seo?: { title?: string; description?: string; picture?: string };
}

export interface Listing {
  title: string;
  description: string;
  /** An address of a picture; empty if the site draws the title. */
  picture: string;
}

/** Returns how search engines and chats show a page. Its own title, text and picture take the place of empty fields. */
export function getListing({ title: own, excerpt, description: about, picture: cover, seo = {} }: ListedPage): Listing {
  const [named = '', described = ''] = [seo.title, seo.description].map((typed = '') => stripTags(typed).trim());
  return {
    title: named || stripTags(own),
    description: described || summarize(stripTags(excerpt ?? about ?? '')),
    picture: [seo.picture, cover?.src].find((src) => src !== undefined && isShareable(src)) ?? '',
  };
}

/** Returns whether a chat can show the picture: an image of the library or of another address, not a drawing of the site. */
export function isShareable(src: string): boolean {
  return /^(?:\/media\/|https:\/\/)/.test(src);
}

/** Returns the title of a page with the name of the site, unless search results would cut it off. */
export function addBrand(pageTitle: string, brand: string): string {
  const named = `${pageTitle} | ${brand}`;
  return named.length <= shownInSearch.title ? named : pageTitle;
}

/** Returns the whole sentences at the beginning of a text that fit under a search result; of a long first one, its first words. */
export function summarize(text: string): string {
  const sentences = text.trim().split(/(?<=[.!?])\s+/);
  let summary = '';
  for (const sentence of sentences) {
    const longer = summary === '' ? sentence : `${summary} ${sentence}`;
    if (longer.length > maxSummaryLength) break;
    summary = longer;
  }
  return summary || cutText(text, maxSummaryLength);
}

/** Returns the text, or its first whole words and an ellipsis if it is longer than `max`. */
export function cutText(text: string, max: number): string {
  const whole = text.trim();
  if (whole.length <= max) return whole;
  return `${whole.slice(0, max).replace(/(?<!\s)\s+\S*$/, '')}…`;
}
