import { z } from 'zod';
import { text } from './primitives.ts';

/** What an item carries beside its value (Spec §3: metadata with optional title). */
export const itemMetadataSchema = z.strictObject({
  title: text('Title', { hint: 'A name for the list in the admin.', max: 80, optional: true }).optional(),
  hidden: z.boolean().optional().meta({ title: 'Hidden', description: 'Kept, but not on the site.' }),
});
export type ItemMetadata = z.infer<typeof itemMetadataSchema>;

/** A content item as the API hands it out. */
export const contentItemSchema = z.object({
  section: z.string(),
  key: z.string(),
  value: z.unknown(),
  type: z.string(),
  metadata: itemMetadataSchema,
  position: z.number().int(),
  /** Counts this item's own writes; the ETag of the item. */
  version: z.number().int(),
  updatedAt: z.iso.datetime(),
  updatedBy: z.string().nullable(),
});
export type ContentItem = z.infer<typeof contentItemSchema>;

/** Reply of `GET /content` (Spec §7): grouped by section, then key, in the order of the page. */
export const groupedContentSchema = z.record(z.string(), z.record(z.string(), contentItemSchema));
export type GroupedContent = z.infer<typeof groupedContentSchema>;

/** Body of `PUT /content/{section}/{key}` (Spec §7). The value is checked against the item's own schema. */
export const contentUpdateSchema = z.strictObject({
  value: z.unknown(),
  metadata: itemMetadataSchema.optional(),
});

export const maxBulkUpdates = 500;

/** Body of `PUT /content/bulk` (Spec §7): all or nothing. `version` is the version the edit started from. */
export const bulkUpdateSchema = z.strictObject({
  updates: z
    .array(
      z.strictObject({
        section: z.string(),
        key: z.string(),
        value: z.unknown(),
        metadata: itemMetadataSchema.optional(),
        version: z.number().int().positive().optional(),
      }),
      { error: 'updates must be a list.' },
    )
    .min(1, { error: 'updates is empty.' })
    .max(maxBulkUpdates, { error: `At most ${maxBulkUpdates} updates at once.` }),
});

/** Body of `PUT /content/{section}/order`: the keys of one list, in their new order. */
export const orderUpdateSchema = z.strictObject({
  list: z.string(),
  keys: z.array(z.string()).max(500),
});
