import { artNames, findArt } from '../primitives/art.ts';
import { getPublicId, type Image } from './image.ts';

/**
 * Returns a readable name for a picture's URL: the title of a drawing, or the alt text and file name of a library
 * image.
 * Any other text stays as it is.
 *
 * @param image the library image at that URL, if there is one
 */
export function formatPictureName(
  address: string,
  image: Pick<Image, 'alt' | 'originalName'> | null | undefined,
): string {
  const art = findArt(address);
  if (art) return `Illustration: ${artNames[art]}`;
  if (getPublicId(address) === undefined) return address;
  if (!image) return 'Image that is no longer in Image Management';
  return `Image: ${image.alt ? `${image.alt} (${image.originalName})` : image.originalName}`;
}
