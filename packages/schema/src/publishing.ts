import { z } from 'zod';
import { releaseIdSchema } from './release.ts';

/** Thin event (Standard Webhooks): it carries the revision, never the content, so late or doubled deliveries do no harm. */
export const publishEventSchema = z.object({
  type: z.literal('content.published'),
  timestamp: z.iso.datetime(),
  data: z.object({ revision: z.number().int().positive() }),
});
export type PublishEvent = z.infer<typeof publishEventSchema>;

/** What should be live. A held release (after a rollback) wins over the revision. */
export const desiredStateSchema = z.object({
  /** Rises with every save, rollback and resume: the same wish said again is a new order, and is answered again. */
  order: z.number().int().nonnegative(),
  revision: z.number().int().nonnegative(),
  heldRelease: releaseIdSchema.nullable(),
});
export type DesiredState = z.infer<typeof desiredStateSchema>;

export const publishFaultSchema = z.object({
  detail: z.string(),
  section: z.string().optional(),
  key: z.string().optional(),
  /** How the item was called then; the API puts it there. */
  name: z.string().optional(),
  pointer: z.string().optional(),
  path: z.string().optional(),
});
export type PublishFault = z.infer<typeof publishFaultSchema>;

/** What the publisher says while it works, to `POST /api/internal/reports`. */
export const publishReportSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('publishing'), revision: z.number().int() }),
  z.object({
    state: z.literal('switched'),
    revision: z.number().int(),
    releaseId: releaseIdSchema,
    files: z.number().int(),
    bytes: z.number().int(),
    /** Durations of the steps in ms, in their order. */
    steps: z.record(z.string(), z.number()),
  }),
  z.object({
    state: z.literal('live'),
    revision: z.number().int(),
    releaseId: releaseIdSchema,
    seenAt: z.iso.datetime(),
  }),
  /** Switched, but the public address did not show it for so long that nobody looks any more. */
  z.object({
    state: z.literal('unseen'),
    revision: z.number().int(),
    releaseId: releaseIdSchema,
    detail: z.string(),
  }),
  z.object({ state: z.literal('failed'), revision: z.number().int(), faults: z.array(publishFaultSchema).min(1) }),
]);
export type PublishReport = z.infer<typeof publishReportSchema>;

/** What the admin shows: `GET /api/publishing/status` and the server-sent event `status`. */
export const publishStatusSchema = z.object({
  state: z.enum(['saved', 'publishing', 'switched', 'live', 'failed', 'held']),
  /** The revision that should be live. */
  revision: z.number().int(),
  liveRevision: z.number().int().nullable(),
  liveRelease: releaseIdSchema.nullable(),
  heldRelease: releaseIdSchema.nullable(),
  savedAt: z.iso.datetime().nullable(),
  /** Who saved, published or brought back what should be live; null for the system. */
  savedBy: z.string().nullable(),
  liveAt: z.iso.datetime().nullable(),
  /** From the write's commit to the moment when the public address showed it, in ms. */
  liveMs: z.number().int().nullable(),
  /** Why it failed; or, while `switched`, why it was not seen at the public address. */
  faults: z.array(publishFaultSchema),
  /** Review mode: saves wait until somebody publishes them. */
  review: z.boolean(),
  /** The newest revision; above `revision` only while changes wait. */
  workingRevision: z.number().int(),
  /** How many items differ between the working copy and what visitors see, in review mode or while a release is held. */
  waiting: z.number().int(),
  /** When which revision goes live by itself. */
  schedule: z.object({ at: z.iso.datetime(), revision: z.number().int(), by: z.string().nullable() }).nullable(),
});
export type PublishStatus = z.infer<typeof publishStatusSchema>;

/** What became of an item between two revisions; `restored`: it was there before, and is again. */
const changeOperationSchema = z.enum(['added', 'restored', 'changed', 'moved', 'removed']);

/** A field that differs: JSON Pointer, label, and the words on both sides. */
export const changedFieldSchema = z.object({
  pointer: z.string(),
  label: z.string(),
  before: z.string(),
  after: z.string(),
});

/** A row of `GET /api/releases`. */
export const releaseSchema = z.object({
  id: releaseIdSchema,
  revision: z.number().int(),
  createdAt: z.iso.datetime(),
  live: z.boolean(),
  /** False once the publisher has removed its files: it can no longer be brought back at once. */
  kept: z.boolean(),
  files: z.number().int(),
  bytes: z.number().int(),
  steps: z.record(z.string(), z.number()),
  /** Everybody who changed something in it, newest first; null for the system. */
  changedBy: z.array(z.string().nullable()),
  /** How many items were changed. */
  changeCount: z.number().int(),
  /** The newest of them, newest first, with what became of each since the release before. */
  changes: z.array(
    z.object({ section: z.string(), key: z.string(), name: z.string(), operation: changeOperationSchema }),
  ),
  /** The first fields that differ in the newest changed item, cut to a few words; none for one that is new, gone or moved. */
  fields: z.array(changedFieldSchema),
  /** How many fields differ in it. */
  fieldCount: z.number().int(),
});
export type Release = z.infer<typeof releaseSchema>;

/** A publish that was stopped: what kept it from going live. */
export const failedPublishSchema = z.object({
  revision: z.number().int(),
  at: z.iso.datetime(),
  by: z.string().nullable(),
  faults: z.array(publishFaultSchema),
});
export type FailedPublish = z.infer<typeof failedPublishSchema>;

/** An item that waits to be published, with the fields that differ. */
export const waitingChangeSchema = z.object({
  section: z.string(),
  key: z.string(),
  name: z.string(),
  operation: changeOperationSchema,
  at: z.iso.datetime(),
  by: z.string().nullable(),
  fields: z.array(changedFieldSchema),
});
export type WaitingChange = z.infer<typeof waitingChangeSchema>;

/** Body of `PUT /api/publishing/review`. */
export const reviewSettingSchema = z.strictObject({ review: z.boolean() });

const revisionSchema = z.number().int().positive();

/** Body of `POST /api/publishing/publish`: up to the revision that was looked at; what came later goes on waiting. */
export const publishRequestSchema = z.strictObject({ revision: revisionSchema });

export const longestScheduleDays = 365;

/** Body of `PUT /api/publishing/schedule`. */
export const scheduleRequestSchema = z.strictObject({
  at: z.iso.datetime({ offset: true, error: 'Give a date and time with its time zone.' }),
  revision: revisionSchema,
});

/** A row of `GET /api/publishing/deliveries`: one receiver and the change that it was told of. */
export const deliverySchema = z.object({
  id: z.string(),
  receiver: z.string(),
  revision: z.number().int(),
  state: z.enum(['pending', 'delivered', 'superseded', 'failed']),
  attempts: z.number().int(),
  nextAttemptAt: z.iso.datetime(),
  lastError: z.string().nullable(),
  createdAt: z.iso.datetime(),
  deliveredAt: z.iso.datetime().nullable(),
});
export type Delivery = z.infer<typeof deliverySchema>;
