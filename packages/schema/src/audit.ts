import { z } from 'zod';
import { changedFieldSchema } from './publishing.ts';

/** What entries of the log can be about: the first word of their action. `access` and `rights` gather what belongs together. */
export const auditAreas = [
  'content',
  'image',
  'user',
  'rights',
  'session',
  'intake',
  'enquiry',
  'enquiries',
  'mail',
  'newsletter',
  'access',
  'privacy',
  'changes',
  'schedule',
  'review',
  'release',
  'delivery',
  'preview-link',
  'backup',
  'data',
  'audit',
] as const;

const moment = z.iso.datetime();

/** One entry of the log of changes. */
export const auditItemSchema = z.object({
  id: z.number().int(),
  at: moment,
  /** Null: the product itself, or a visitor. */
  by: z.string().nullable(),
  action: z.string(),
  subject: z.string(),
  /** How the item was called then; null for what is about no item. */
  name: z.string().nullable(),
  /** What the save of an item changed, from the item's history; null for what is no such save. */
  change: z
    .object({
      /** The version in the history of the item. */
      version: z.number().int(),
      /** The first fields that differ, cut to a few words; none where the item was added, removed or only moved. */
      fields: z.array(changedFieldSchema),
      /** How many fields differ. */
      fieldCount: z.number().int(),
    })
    .nullable(),
  /** The IPv4 address, or the /64 of an IPv6 address; null for visitors, the product itself, and older entries. */
  network: z.string().nullable(),
  /** Follows from the entry and the hash of the one before it; empty in the oldest ones. */
  hash: z.string(),
});
export type AuditItem = z.infer<typeof auditItemSchema>;

/** Query of `GET /api/audit`, and of its CSV. */
export const auditQuerySchema = z.strictObject({
  /** A user's id, or `system`. */
  who: z.string().max(64).optional(),
  area: z.enum(auditAreas).optional(),
  /** An address, or its beginning up to a dot or colon: what came from its network. */
  network: z.string().max(64).optional(),
  from: moment.optional(),
  /** The first moment that is not meant any more. */
  until: moment.optional(),
  /** As the list before it has said under `next`. */
  cursor: z.coerce.number().int().positive().optional(),
});
export type AuditQuery = z.infer<typeof auditQuerySchema>;
