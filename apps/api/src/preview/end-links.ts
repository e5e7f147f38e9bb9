import { eq } from 'drizzle-orm';
import type { Db } from '../platform/db/client.ts';
import { previewLinks } from '../platform/db/schema/core.ts';

/** Takes back every link to a preview that an account has made. @returns how many there were */
export function endPreviewLinks(tx: Pick<Db, 'delete'>, userId: string): number {
  return tx.delete(previewLinks).where(eq(previewLinks.createdById, userId)).run().changes;
}
