import type { Image } from '@threadline/schema/image';

/** Spec §9: uploaded within the last 7 days. */
export const recentMs = 7 * 24 * 3_600_000;

export interface ImageFilter {
  name: string;
  label: string;
  fits: (image: Image, now: number) => boolean;
}

const tagged = (tag: string) => (image: Image) => image.tags.includes(tag);

/** Spec §2: the filter chips. */
export const imageFilters: ImageFilter[] = [
  { name: 'all', label: 'All', fits: () => true },
  { name: 'recent', label: 'Recent', fits: ({ uploadedAt }, now) => now - Date.parse(uploadedAt) <= recentMs },
  { name: 'hero', label: 'Hero', fits: tagged('hero') },
  { name: 'banner', label: 'Banner', fits: tagged('banner') },
  { name: 'gallery', label: 'Gallery', fits: tagged('gallery') },
];

/** Looks in the name, the tags and the description. */
export function matches({ originalName, tags, alt }: Image, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  return wanted === '' || [originalName, alt, ...tags].some((text) => text.toLowerCase().includes(wanted));
}
