import { itemMetadataSchema } from '@threadline/schema/content/content-item';
import { z } from 'zod';
import type { ContentQueries } from './queries.ts';

/** The format of `export` and `import`: the working copy, in page order. */
export const contentFileSchema = z.strictObject({
  format: z.literal('threadline-content-1'),
  items: z
    .array(
      z.strictObject({
        section: z.string(),
        key: z.string(),
        value: z.unknown(),
        metadata: itemMetadataSchema.optional(),
      }),
    )
    .min(1),
});
export type ContentFile = z.infer<typeof contentFileSchema>;

export function contentFile(queries: Pick<ContentQueries, 'workingCopy'>): ContentFile {
  const items = queries.workingCopy().map(({ section, key, value, metadata }) => ({ section, key, value, metadata }));
  return { format: 'threadline-content-1', items };
}
