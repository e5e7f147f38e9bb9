import { z } from 'zod';
import { changeOriginSchema, keyPattern } from '../content/content-item.ts';
import { releaseIdSchema } from './release.ts';

/**
 * A thin event (Standard Webhooks): it contains the revision and no content, so late or repeated deliveries do no harm.
 */
export const publishEventSchema = z.object({
  type: z.literal('content.published'),
  timestamp: z.iso.datetime(),
  data: z.object({ revision: z.number().int().positive() }),
});
export type PublishEvent = z.infer<typeof publishEventSchema>;

/**
 * The state that the publisher should reach next. A release pinned by a rollback takes precedence over the revision.
 */
export const targetRevisionSchema = z.object({
  /** Rises with every save, rollback, resume and retry, so that the publisher also acts on a repeated target. */
  generation: z.number().int().nonnegative(),
  revision: z.number().int().nonnegative(),
  pinnedRelease: releaseIdSchema.nullable(),
});
export type TargetRevision = z.infer<typeof targetRevisionSchema>;

/** Reply of `GET /api/internal/target-revision`. */
export const targetRevisionReplySchema = targetRevisionSchema.extend({
  /** An admin window is open, so an edit may follow at any moment. */
  hasEditors: z.boolean(),
});

export const publishFaultSchema = z.object({
  detail: z.string(),
  section: z.string().optional(),
  key: z.string().optional(),
  /** The item's name at that time, added by the API. */
  name: z.string().optional(),
  pointer: z.string().optional(),
  path: z.string().optional(),
});
export type PublishFault = z.infer<typeof publishFaultSchema>;

/** Body of `POST /api/internal/reports`: the progress of the publisher. */
export const publishReportSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('publishing'), revision: z.number().int() }),
  z.object({
    state: z.literal('activated'),
    revision: z.number().int(),
    releaseId: releaseIdSchema,
    files: z.number().int(),
    bytes: z.number().int(),
    /** Durations of the steps in ms, in order. */
    steps: z.record(z.string(), z.number()),
  }),
  z.object({
    state: z.literal('live'),
    revision: z.number().int(),
    releaseId: releaseIdSchema,
    verifiedAt: z.iso.datetime(),
  }),
  /** Activated, but the public URL did not show it within `LIVE_TIMEOUT_MS`. */
  z.object({
    state: z.literal('unverified'),
    revision: z.number().int(),
    releaseId: releaseIdSchema,
    detail: z.string(),
  }),
  z.object({ state: z.literal('failed'), revision: z.number().int(), faults: z.array(publishFaultSchema).min(1) }),
]);
export type PublishReport = z.infer<typeof publishReportSchema>;

/** An additional place to which releases are delivered, and how far the newest delivery is. */
export const targetStatusSchema = z.object({
  name: z.string(),
  /** A release counts as live only after all required targets show it. */
  required: z.boolean(),
  /** `unverified`: delivered, but not yet seen at its public address. `superseded`: another publisher has shown a newer one. */
  phase: z.enum(['queued', 'uploading', 'activating', 'verifying', 'live', 'unverified', 'failed', 'superseded']),
  /** The release that is delivered or shown; null before the first one. */
  release: releaseIdSchema.nullable(),
  /** From the activation here until the target showed it, in ms. */
  liveMs: z.number().int().nullable(),
  /** A sentence without secrets. */
  problem: z.string().nullable(),
  retryAt: z.iso.datetime().nullable(),
});
export type TargetStatus = z.infer<typeof targetStatusSchema>;

/** Body of `PUT /api/internal/targets`: the state of all targets. */
export const targetReportSchema = z.strictObject({ targets: z.array(targetStatusSchema).max(20) });

/** The publishing status in the admin: `GET /api/publishing/status` and the server-sent event `status`. */
export const publishStatusSchema = z.object({
  state: z.enum(['saved', 'publishing', 'activated', 'live', 'unverified', 'failed', 'rolled-back']),
  /** The revision that should be live. */
  revision: z.number().int(),
  liveRevision: z.number().int().nullable(),
  liveRelease: releaseIdSchema.nullable(),
  pinnedRelease: releaseIdSchema.nullable(),
  /** Their numbers, as in `releaseSchema`. */
  liveReleaseNumber: z.number().int().nullable(),
  pinnedReleaseNumber: z.number().int().nullable(),
  savedAt: z.iso.datetime().nullable(),
  /** The user who saved, published or rolled back to the target; null for the system. */
  savedBy: z.string().nullable(),
  liveAt: z.iso.datetime().nullable(),
  /** From the commit of the save until the public URL showed it, in ms. */
  liveMs: z.number().int().nullable(),
  /** The reasons why publishing failed, or why the public URL could not be verified. */
  faults: z.array(publishFaultSchema),
  /** Review mode: saves stay pending until an editor publishes them. */
  review: z.boolean(),
  /** The newest revision; higher than `revision` only while changes are pending. */
  workingRevision: z.number().int(),
  /** The number of items that differ between the working copy and the published site, in review mode or while a release is pinned. */
  pendingChanges: z.number().int(),
  /** Whether an image has changed as well, such as its alt text. Counted with no item. */
  hasPendingImages: z.boolean(),
  /** The publish targets; empty until the publisher has reported. */
  targets: z.array(targetStatusSchema),
  /** The revision that is published automatically, and when. */
  schedule: z.object({ at: z.iso.datetime(), revision: z.number().int(), by: z.string().nullable() }).nullable(),
});
export type PublishStatus = z.infer<typeof publishStatusSchema>;

/** The difference of an item between two revisions; `restored`: it existed before, and exists again. */
export const changeOperationSchema = z.enum(['added', 'restored', 'changed', 'moved', 'removed']);

/** A field that differs: JSON Pointer, label, and the texts on both sides. */
export const changedFieldSchema = z.object({
  pointer: z.string(),
  label: z.string(),
  before: z.string(),
  after: z.string(),
});

/** A row of `GET /api/releases`. Releases of the same revision are one row. */
export const releaseSchema = z.object({
  id: releaseIdSchema,
  /** The number by which people name it: 1, 2, 3 in the order in which releases went live. */
  number: z.number().int(),
  revision: z.number().int(),
  /** When it first went live. */
  createdAt: z.iso.datetime(),
  live: z.boolean(),
  /** False once the publisher has removed its files: a rollback to it is no longer possible. */
  available: z.boolean(),
  files: z.number().int(),
  bytes: z.number().int(),
  steps: z.record(z.string(), z.number()),
  /** The users whose changes it contains, newest first; null for the system. */
  changedBy: z.array(z.string().nullable()),
  /** The number of changed items. */
  changeCount: z.number().int(),
  /** The newest changes, newest first, each compared with the release before. */
  changes: z.array(
    z.object({
      section: z.string(),
      key: z.string(),
      name: z.string(),
      operation: changeOperationSchema,
      /** The first fields that differ, shortened; empty if the item is new, removed or moved, or not among the newest five. */
      fields: z.array(changedFieldSchema),
      /** The number of fields that differ in it; 0 where `fields` is empty. */
      fieldCount: z.number().int(),
    }),
  ),
  /** The number of the release from which all its changes were restored; null otherwise. */
  restoredFrom: z.number().int().nullable(),
  /** How editors have brought earlier content back, if all its changes do that in one way; null otherwise. */
  origin: changeOriginSchema.nullable(),
  /** The file names of the changed images, if no item has changed. */
  images: z.array(z.string()),
});
export type Release = z.infer<typeof releaseSchema>;

/** A failed publish with its reasons. */
export const failedPublishSchema = z.object({
  revision: z.number().int(),
  at: z.iso.datetime(),
  by: z.string().nullable(),
  faults: z.array(publishFaultSchema),
});
export type FailedPublish = z.infer<typeof failedPublishSchema>;

/** A backup that was restored: when, by whom (null on the command line), and of what time it is. */
export const backupRestoreSchema = z.object({
  at: z.iso.datetime(),
  by: z.string().nullable(),
  backupAt: z.iso.datetime(),
});
export type BackupRestore = z.infer<typeof backupRestoreSchema>;

/** A saved change that is not published yet, with the fields that differ. */
export const pendingChangeSchema = z.object({
  section: z.string(),
  key: z.string(),
  name: z.string(),
  operation: changeOperationSchema,
  at: z.iso.datetime(),
  by: z.string().nullable(),
  fields: z.array(changedFieldSchema),
});
export type PendingChange = z.infer<typeof pendingChangeSchema>;

/** Body of `PUT /api/publishing/review`. */
export const reviewSettingSchema = z.strictObject({ review: z.boolean() });

const revisionSchema = z.number().int().positive();

/** Content items that an editor has selected. */
export const selectedItemsSchema = z
  .array(z.strictObject({ section: z.string().max(64), key: z.string().regex(keyPattern) }))
  .min(1, { error: 'Select at least one item.' })
  .max(2000, { error: 'Select at most 2,000 items.' });

/**
 * Body of `POST /api/publishing/publish`: publishes up to the revision that the editor reviewed; later changes stay
 * pending. With `items`, only the changes of these items are published.
 */
export const publishRequestSchema = z.strictObject({ revision: revisionSchema, items: selectedItemsSchema.optional() });
export type PublishRequest = z.infer<typeof publishRequestSchema>;

export const maxScheduleDays = 365;

/** Body of `PUT /api/publishing/schedule`. */
export const scheduleRequestSchema = z.strictObject({
  at: z.iso.datetime({ offset: true, error: 'Enter a date and time with a time zone.' }),
  revision: revisionSchema,
});

/** A row of `GET /api/publishing/deliveries`: one webhook endpoint and the revision it was notified of. */
export const deliverySchema = z.object({
  id: z.string(),
  endpoint: z.string(),
  revision: z.number().int(),
  state: z.enum(['pending', 'delivered', 'superseded', 'failed']),
  attempts: z.number().int(),
  lastError: z.string().nullable(),
  createdAt: z.iso.datetime(),
  deliveredAt: z.iso.datetime().nullable(),
});
export type Delivery = z.infer<typeof deliverySchema>;
