import { z } from 'zod';
import { changeOriginSchema } from '../content/content-item.ts';
import { changedFieldSchema, changeOperationSchema, selectedItemsSchema } from './publishing.ts';

const revisionSchema = z.number().int().positive();

/** A content item that a restore changes. */
export const restoreChangeSchema = z.object({
  section: z.string(),
  key: z.string(),
  name: z.string(),
  /** The effect on the current item. */
  operation: changeOperationSchema,
  /** The fields that differ: the text of now, and the restored one. Shortened. */
  fields: z.array(changedFieldSchema),
  /** Settings and messages rather than the page's text: restored only if an editor selects them. */
  isSetting: z.boolean(),
  /** Why the item cannot be restored. */
  problem: z.string().nullable(),
});
export type RestoreChange = z.infer<typeof restoreChangeSchema>;

/** Response of `GET /api/releases/restore/{revision}`: how the content differs from that of a revision. */
export const restorePlanSchema = z.object({
  revision: revisionSchema,
  /** The number of its release; null if it was never published. */
  release: z.number().int().nullable(),
  /** When it first went live; when it was saved, if it was never published. */
  at: z.iso.datetime(),
  /** Who saved it; null for the system. */
  by: z.string().nullable(),
  /** The newest revision, with which it is compared. */
  workingRevision: revisionSchema,
  changes: z.array(restoreChangeSchema),
});
export type RestorePlan = z.infer<typeof restorePlanSchema>;

/** Body of `POST /api/releases/restore`. */
export const restoreRequestSchema = z.strictObject({
  revision: revisionSchema,
  /** The newest revision when the editor selected the items. */
  workingRevision: revisionSchema,
  items: selectedItemsSchema,
  /** `restore` by default: an Undo of a restore is a restore of the revision before. */
  origin: changeOriginSchema.optional(),
});
export type RestoreRequest = z.infer<typeof restoreRequestSchema>;
