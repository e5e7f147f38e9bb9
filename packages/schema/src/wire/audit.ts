import { z } from 'zod';
import { changedFieldSchema } from './publishing.ts';

/** The subjects of audit entries: the first part of their action. `access` and `rights` group several actions. */
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

/** One entry of the audit log. */
export const auditItemSchema = z.object({
  id: z.number().int(),
  at: moment,
  /** Null for the product itself and for visitors. */
  by: z.string().nullable(),
  action: z.string(),
  subject: z.string(),
  /** The item's name at that time, or the number of the release; null for entries about other things. */
  name: z.string().nullable(),
  /** The difference that a save made to an item; null for other actions. */
  change: z
    .object({
      /** The version in the item's history. */
      version: z.number().int(),
      /** The first fields that differ, shortened; empty if the item was added, removed or only moved. */
      fields: z.array(changedFieldSchema),
      /** The number of fields that differ. */
      fieldCount: z.number().int(),
    })
    .nullable(),
  /** The IPv4 address, or the /64 of an IPv6 address; null for visitors and the product itself. */
  network: z.string().nullable(),
  /** Hash of this entry and of the previous entry's hash. */
  hash: z.string(),
});
export type AuditItem = z.infer<typeof auditItemSchema>;

/** Query of `GET /api/audit`, and of its CSV. */
export const auditQuerySchema = z.strictObject({
  /** A user's id, or `system`. */
  who: z.string().max(64).optional(),
  area: z.enum(auditAreas).optional(),
  /** An IP address, or its beginning up to a dot or colon. */
  network: z.string().max(64).optional(),
  from: moment.optional(),
  /** Exclusive. */
  until: moment.optional(),
  /** The `next` of the page before. */
  cursor: z.coerce.number().int().positive().optional(),
});
export type AuditQuery = z.infer<typeof auditQuerySchema>;
