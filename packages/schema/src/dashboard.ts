import { z } from 'zod';
import { auditItemSchema } from './audit.ts';
import { backupSchema } from './backup.ts';

/** Reply of `GET /api/dashboard`: every number is counted at that moment. */
export const dashboardSchema = z.object({
  contentItems: z.number().int(),
  /** Items without a change for a year. */
  oldContentItems: z.number().int(),
  images: z.number().int(),
  users: z.number().int(),
  /** Of these, who has not accepted the invitation. */
  invitedUsers: z.number().int(),
  enquiries: z.number().int(),
  /** Images that are neither described nor marked as decorative. */
  imagesWithoutAlt: z.number().int(),
  /** Fields in sight that still hold what the seed put there. */
  placeholders: z.number().int(),
  /** What the public address answered, as a visitor would have asked it. */
  site: z.object({
    online: z.boolean(),
    release: z.string().nullable(),
    revision: z.number().int().nullable(),
    liveAt: z.iso.datetime().nullable(),
    checkedAt: z.iso.datetime(),
    responseMs: z.number().int(),
    /** Why it counts as offline, in a sentence. */
    problem: z.string().nullable(),
  }),
  /** Newest first; `by` is null for what the system did itself. */
  activity: z.array(auditItemSchema.pick({ at: true, by: true, action: true, subject: true, name: true })),
  system: z.object({
    version: z.string(),
    environment: z.string(),
    commit: z.string(),
    node: z.string(),
    database: z.enum(['connected', 'unreachable']),
    /** Why nothing can be stored, in a sentence; null while the database can be read and written. */
    storageProblem: z.string().nullable(),
    /** What SQLite finds wrong with its own pages; null when it was not looked at. */
    integrity: z.object({ at: z.iso.datetime(), faults: z.array(z.string()) }).nullable(),
    /** The newest backup, with whether a rehearsal has verified it; null when there is none. */
    lastBackup: backupSchema.nullable(),
    /** Why the last try to make one failed; null when it did not. */
    backupFailure: z.object({ at: z.iso.datetime(), reason: z.string() }).nullable(),
    disk: z.object({ freeBytes: z.number().int(), totalBytes: z.number().int() }),
    uptimeSeconds: z.number().int(),
    /** Size of the data folder: database, media, releases. */
    dataBytes: z.number().int(),
  }),
});
export type Dashboard = z.infer<typeof dashboardSchema>;
