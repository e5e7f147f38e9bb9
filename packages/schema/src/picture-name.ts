import { artAt, artNames } from './art.ts';
import { type Image, publicIdOf } from './image.ts';

/**
 * The address of a picture as people know it: a drawing by its name, an image of the library by its description and file. Any
 * other text as it is.
 *
 * @param image the one of the library at that address, if there is one
 */
export function pictureName(address: string, image: Pick<Image, 'alt' | 'originalName'> | null | undefined): string {
  const art = artAt(address);
  if (art) return `Drawing: ${artNames[art]}`;
  if (publicIdOf(address) === undefined) return address;
  if (!image) return 'Picture that is not in Image Management any more';
  return `Picture: ${image.alt ? `${image.alt} (${image.originalName})` : image.originalName}`;
}
