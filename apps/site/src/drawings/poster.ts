import { getArtFile, hasArtFile } from '@threadline/artwork/art-files';
import { findArt } from '@threadline/schema/primitives/art';
import { loadContent } from '../content.ts';

/**
 * Returns the address of a poster image for a video; undefined for a drawing without a file of its own, which cannot be one.
 *
 * @param src a drawing, a library image or an https address
 */
export function getPosterUrl(src: string): string | undefined {
  const art = findArt(src);
  if (art) return hasArtFile(art) ? getArtFile(art, loadContent().content.site.brand.colors).url : undefined;
  return addMediaUrl(src) || undefined;
}

/** Returns the address of a picture or video, of which those of the library may be at another origin. */
export function addMediaUrl(src: string): string {
  return src.startsWith('/media/') ? loadContent().mediaUrl + src : src;
}
