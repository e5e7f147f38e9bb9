import { z } from 'zod';

/** Reply of `GET /api/dashboard`: every number is counted at that moment. */
export const dashboardSchema = z.object({
  contentItems: z.number().int(),
  images: z.number().int(),
  users: z.number().int(),
  contactRequests: z.number().int(),
  site: z.object({
    online: z.boolean(),
    release: z.string().nullable(),
    revision: z.number().int().nullable(),
    liveAt: z.iso.datetime().nullable(),
  }),
  /** Newest first; `by` is null for what the system did itself. */
  activity: z.array(
    z.object({ at: z.iso.datetime(), by: z.string().nullable(), action: z.string(), subject: z.string() }),
  ),
  system: z.object({
    version: z.string(),
    environment: z.string(),
    commit: z.string(),
    node: z.string(),
    database: z.enum(['connected', 'unreachable']),
    uptimeSeconds: z.number().int(),
    /** Size of the data folder: database, media, releases. */
    dataBytes: z.number().int(),
  }),
});
export type Dashboard = z.infer<typeof dashboardSchema>;
