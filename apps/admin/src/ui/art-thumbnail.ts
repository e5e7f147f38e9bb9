import { createStore } from '../store/create-store.ts';

/** Identifies the colours of the drawings; empty until the server has sent it. */
export const drawingColors = createStore('', { reset: (colors) => colors });

/** Returns the URL of the thumbnail of a drawing (`node packages/artwork/src/make-pictures.ts` makes it). */
export function getArtThumbnail(name: string): string {
  return `/admin/art/${name}.svg`;
}

export const isArtThumbnail = (address: string): boolean => address.startsWith('/admin/art/');
