import { z } from 'zod';
import { text } from '../primitives/fields.ts';

/** Keys are also URL segments: the pattern rejects path traversal and `__proto__` before any lookup. */
export const keyPattern = /^[a-z][a-z0-9_-]{0,63}$/;
/** The length of a key that `keyPattern` allows. */
export const maxKeyLength = 64;

/** The number of earlier addresses that an article keeps. */
export const maxFormerIds = 100;

/** Metadata of an item, stored separately from its value (Spec §3: an optional title). */
export const itemMetadataSchema = z.strictObject({
  title: text('Name in the list', {
    hint: 'Your own label for this entry. Only your team sees it.',
    max: 80,
    optional: true,
  }).optional(),
  hidden: z.boolean().optional().meta({ title: 'Hidden', description: 'Saved, but not shown on the site.' }),
  /** For an entry with a page of its own. */
  unlisted: z
    .boolean()
    .optional()
    .meta({ title: 'Unlisted', description: 'Its page exists, but no list, feed or search engine leads to it.' }),
  /** Of an article: earlier addresses, which lead to its page. Each write adds the one that it replaces. */
  formerIds: z
    .array(z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/))
    .max(maxFormerIds)
    .optional(),
});
export type ItemMetadata = z.infer<typeof itemMetadataSchema>;

/** A content item as the API returns it. */
export const contentItemSchema = z.object({
  section: z.string(),
  key: z.string(),
  value: z.unknown(),
  type: z.string(),
  metadata: itemMetadataSchema,
  position: z.number().int(),
  /** The number of writes of this item; also its ETag. */
  version: z.number().int(),
  updatedAt: z.iso.datetime(),
  updatedBy: z.string().nullable(),
});
export type ContentItem = z.infer<typeof contentItemSchema>;

/** Response of `GET /content` (Spec §7): grouped by section, then key, in page order. */
export const groupedContentSchema = z.record(z.string(), z.record(z.string(), contentItemSchema));
export type GroupedContent = z.infer<typeof groupedContentSchema>;

/** The draft that a write publishes: it is removed together with the write, unless it has a newer version. */
const publishedDraftSchema = z.strictObject({ key: z.string(), version: z.number().int().positive() });

/** The action that restored earlier content: Undo, Redo, or a restore of an earlier version. */
export const changeOriginSchema = z.enum(['undo', 'redo', 'restore']);
export type ChangeOrigin = z.infer<typeof changeOriginSchema>;

/** Body of `PUT /content/{section}/{key}` (Spec §7). The value is checked against the item's own schema. */
export const contentUpdateSchema = z.strictObject({
  value: z.unknown(),
  metadata: itemMetadataSchema.optional(),
  /** The key of the entry of the list behind which a new one is placed. By default it is the last one. */
  after: z.string().max(64).optional(),
  draft: publishedDraftSchema.optional(),
  origin: changeOriginSchema.optional(),
});

export const maxBulkUpdates = 500;

/** Body of `PUT /content/bulk` (Spec §7): all or nothing. `version` is the version on which the edit is based. */
export const bulkUpdateSchema = z.strictObject({
  updates: z
    .array(
      z.strictObject({
        section: z.string(),
        key: z.string(),
        value: z.unknown(),
        metadata: itemMetadataSchema.optional(),
        version: z.number().int().positive().optional(),
        /** Refuses the update if the item exists. */
        isNew: z.boolean().optional(),
        draft: publishedDraftSchema.optional(),
      }),
      { error: 'updates must be a list.' },
    )
    .min(1, { error: 'updates is empty.' })
    .max(maxBulkUpdates, { error: `At most ${maxBulkUpdates} updates at once.` }),
  /** Entries that are removed in the same revision, after the updates. */
  removals: z
    .array(z.strictObject({ section: z.string(), key: z.string(), version: z.number().int().positive().optional() }))
    .max(maxBulkUpdates)
    .optional(),
  origin: changeOriginSchema.optional(),
});

/** Body of `PUT /content/{section}/order`: the keys of one list in their new order. */
export const orderUpdateSchema = z.strictObject({
  list: z.string(),
  keys: z.array(z.string()).max(500),
  /** The key of the entry that the editor has moved. The others only make room for it. */
  moved: z.string().max(64).optional(),
  origin: changeOriginSchema.optional(),
});

/** Query of `DELETE /content/{section}/{key}`. */
export const removalQuerySchema = z.object({ origin: changeOriginSchema.optional() });

/** A version of an item (`GET /content/{section}/{key}/history`). `id` also rises with changes that keep `version`. */
export const itemVersionSchema = z.object({
  id: z.number().int(),
  version: z.number().int(),
  revision: z.number().int(),
  operation: z.enum(['create', 'update', 'order', 'delete']),
  value: z.unknown(),
  metadata: itemMetadataSchema,
  position: z.number().int(),
  at: z.iso.datetime(),
  by: z.string().nullable(),
  /** `without`: a publish has left the change before it out. `again`: that change, pending again. */
  leftOut: z.enum(['without', 'again']).nullable(),
  origin: changeOriginSchema.nullable(),
});
export type ItemVersion = z.infer<typeof itemVersionSchema>;

/** The last version of a removed entry (`GET /content/removed`). */
export const removedItemSchema = itemVersionSchema.extend({ section: z.string(), key: z.string() });
export type RemovedItem = z.infer<typeof removedItemSchema>;

/** An item that was changed by the same save as the hiding or removal of an entry (`GET /content/{section}/{key}/removal`). */
export interface ItemChangedWithRemoval extends Pick<ContentItem, 'section' | 'key'> {
  before: Pick<ContentItem, 'value' | 'metadata'>;
  after: Pick<ContentItem, 'value' | 'metadata'>;
}

/** Query of both lists: entries older than `before`, newest first. */
export const versionPageSchema = z.object({
  before: z.coerce.number().int().positive().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
