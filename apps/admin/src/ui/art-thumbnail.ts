import { createStore } from '../store/create-store.ts';

/** The colours of the drawings, as a part of their addresses; empty until the server has sent them. */
export const drawingColors = createStore('', { reset: (colors) => colors });

/** Returns the URL of the thumbnail of a drawing (`node packages/artwork/src/make-pictures.ts` makes it). */
export function getArtThumbnail(name: string): string {
  return getCurrentArt(`/admin/art/${name}.svg`);
}

/** Returns the URL of a thumbnail in the present colours: a browser shows the same address from memory without asking again. */
export function getCurrentArt(thumbnail: string): string {
  const [path = ''] = thumbnail.split('?');
  const colors = drawingColors.get();
  return colors ? `${path}?colors=${colors}` : path;
}

export const isArtThumbnail = (address: string): boolean => address.startsWith('/admin/art/');
