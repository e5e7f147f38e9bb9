import { type ImageFilter, imageFilterSchema } from '@threadline/schema/image';

/** Spec §2: the filter chips All, Recent, Hero, Banner, Gallery; two that list open work; and the trash. */
export const filterLabels: Record<ImageFilter, string> = {
  all: 'All',
  recent: 'Recent',
  hero: 'Hero',
  banner: 'Banner',
  gallery: 'Gallery',
  unused: 'Unused',
  'no-alt': 'No alt',
  trash: 'Trash',
};

/** The filter of an address; All when it names none. */
export function filterOf(name: string | undefined): ImageFilter {
  const parsed = imageFilterSchema.safeParse(name);
  return parsed.success ? parsed.data : 'all';
}

/** What a screen reader is told after a search. */
export function foundWords(total: number): string {
  return total === 1 ? '1 image found' : `${total} images found`;
}
