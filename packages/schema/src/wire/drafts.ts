import { z } from 'zod';
import { itemMetadataSchema } from '../content/content-item.ts';

/** More than a team writes at once, and few enough to list all of them. */
export const maxDrafts = 300;

/** Body of `PUT /api/drafts/{section}/{key}`. The value may be incomplete. */
export const draftUpdateSchema = z.strictObject({
  value: z.unknown(),
  metadata: itemMetadataSchema.optional(),
  /** The version of the item that the draft started from; null for an entry that was never published. */
  baseVersion: z.number().int().positive().nullable(),
});

/** Body of `PUT /api/drafts/{section}/{key}/schedule`: publishes this version of the draft at a time. */
export const draftScheduleSchema = z.strictObject({
  at: z.iso.datetime({ offset: true, error: 'Enter a date and time with a time zone.' }),
  version: z.number().int().positive(),
  /** The key that the item will have. */
  target: z.string(),
  unlisted: z.boolean().optional(),
});

/** A copy of a draft that is published at its time. Later changes of the draft do not change it. */
const scheduledSchema = z.object({
  at: z.iso.datetime(),
  by: z.string().nullable(),
  /** The version of the draft that will be published. */
  version: z.number().int(),
  /** Why it could not be published at its time; null before that. */
  problem: z.string().nullable(),
});

/** A draft in the list of all drafts, without its formatted texts. */
export const draftSummarySchema = z.object({
  section: z.string(),
  /** The key of the item; for an entry that was never published, a key that only its draft has. */
  key: z.string(),
  /** Its name in the admin. */
  title: z.string(),
  /** The other fields of its value, for lists and searches. */
  summary: z.record(z.string(), z.unknown()),
  baseVersion: z.number().int().nullable(),
  /** Changes with each save; also its ETag. Never used again for another draft. */
  version: z.number().int(),
  updatedAt: z.iso.datetime(),
  updatedBy: z.string().nullable(),
  schedule: scheduledSchema.nullable(),
});
export type DraftSummary = z.infer<typeof draftSummarySchema>;

/** A draft that was discarded before it was published (`GET /api/drafts/discarded`). */
export const discardedDraftSchema = draftSummarySchema
  .pick({ section: true, key: true, title: true, summary: true })
  .extend({ id: z.number().int(), at: z.iso.datetime(), by: z.string().nullable() });
export type DiscardedDraft = z.infer<typeof discardedDraftSchema>;

/** A draft: what an entry will be once it is published. `base` is the text that it started from. */
export const serverDraftSchema = draftSummarySchema.extend({
  value: z.unknown(),
  metadata: itemMetadataSchema,
  base: z.object({ value: z.unknown(), metadata: itemMetadataSchema }).nullable(),
});
export type ServerDraft = z.infer<typeof serverDraftSchema>;
