import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { imageTagSchema } from '@threadline/schema/content/image';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Deps } from '../context.ts';
import { auditLog } from '../platform/db/schema/core.ts';
import { openMediaStorage } from '../platform/storage/media-storage.ts';
import { createImageLibrary } from './library.ts';
import { computePublicId } from './receive-file.ts';

/** `content-seed/images/index.json`. */
export const imageSeedSchema = z.array(
  z.strictObject({
    file: z.string().regex(/^[a-z0-9][a-z0-9-]*\.[a-z]+$/),
    originalName: z.string(),
    tags: z.array(imageTagSchema),
    alt: z.string().max(240),
  }),
);

/**
 * Adds the images of the seed that have never been in the library. Deleted ones are not added again: the audit log has an
 * entry for each image that was ever created.
 *
 * @returns how many images were added
 */
export async function seedImages(deps: Pick<Deps, 'config' | 'db' | 'log' | 'now'>): Promise<number> {
  const folder = join(deps.config.seedDir, 'images');
  const index = join(folder, 'index.json');
  if (!existsSync(index)) return 0;
  const library = createImageLibrary(deps, openMediaStorage(deps.config));
  let added = 0;
  for (const { file, originalName, tags, alt } of imageSeedSchema.parse(JSON.parse(readFileSync(index, 'utf8')))) {
    const path = join(folder, file);
    const bytes = readFileSync(path);
    const publicId = computePublicId(bytes);
    if (isInHistory(deps, publicId)) continue;
    await library.add({ name: originalName, path, publicId, bytes: bytes.length, tags, alt }, null);
    added++;
  }
  if (added > 0) deps.log.info({ images: added }, 'images were seeded');
  return added;
}

function isInHistory({ db }: Pick<Deps, 'db'>, publicId: string): boolean {
  const created = sql`${auditLog.action} = 'image.created' and ${auditLog.subject} like ${`%(${publicId})`}`;
  return db.select({ id: auditLog.id }).from(auditLog).where(created).limit(1).get() !== undefined;
}
