import type { BrandColors } from '@threadline/design-tokens/brand-colors';
import { site } from '@threadline/schema/content/sections/site';
import type { ContentQueries } from './queries.ts';

/** Returns the colours that the owner has chosen, without a change that waits for review. */
export function readBrandColors(queries: ContentQueries): BrandColors {
  return site.singles.brand.parse(queries.effectiveValue('site', 'brand')).colors;
}

/** Returns the colours of a preview, which shows all saved changes. */
export function readPreviewColors(queries: ContentQueries): BrandColors {
  const brand = site.singles.brand.safeParse(queries.item('site', 'brand')?.value);
  return brand.data?.colors ?? { primary: '', accent: '' };
}
