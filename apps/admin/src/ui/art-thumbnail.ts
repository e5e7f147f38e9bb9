/** Returns the URL of the thumbnail of a drawing (`node packages/artwork/src/make-pictures.ts` makes it). */
export function getArtThumbnail(name: string): string {
  return `/admin/art/${name}.svg`;
}
