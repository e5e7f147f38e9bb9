import { artNames, isArtName } from '@threadline/schema/art';
import { publicIdOf } from '@threadline/schema/image';
import { eq } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { images } from '../db/schema.ts';

/** The address of a picture as people know it: by its description, else by its file's name. Any other text as it is. */
export function pictureName(db: Db, text: string): string {
  const art = /^\/art\/([\w-]+)$/.exec(text)?.[1];
  if (art && isArtName(art)) return `Drawing: ${artNames[art]}`;
  const publicId = publicIdOf(text);
  if (publicId === undefined) return text;
  const { alt, originalName } = images;
  const image = db.select({ alt, originalName }).from(images).where(eq(images.publicId, publicId)).get();
  if (!image) return 'Picture that is not in Image Management any more';
  return `Picture: ${image.alt ? `${image.alt} (${image.originalName})` : image.originalName}`;
}
