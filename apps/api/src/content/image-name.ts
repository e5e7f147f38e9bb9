import { publicIdOf } from '@threadline/schema/image';
import { pictureName } from '@threadline/schema/picture-name';
import { eq } from 'drizzle-orm';
import type { Db } from '../platform/db/client.ts';
import { images } from '../platform/db/schema/core.ts';

/** The address of a picture as people know it now; any other text as it is. */
export function knownPictureName(db: Db, text: string): string {
  const publicId = publicIdOf(text);
  const { alt, originalName } = images;
  const image = publicId && db.select({ alt, originalName }).from(images).where(eq(images.publicId, publicId)).get();
  return pictureName(text, image || undefined);
}
