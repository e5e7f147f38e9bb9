import { z } from 'zod';
import { auditItemSchema } from './audit.ts';
import { backupSchema } from './backup.ts';

/** The steps of the set-up, in the order in which an owner takes them. */
export const setupSteps = [
  'name',
  'brand',
  'contact',
  'social',
  'email',
  'claims',
  'privacy',
  'team',
  'second-factor',
  'backup',
] as const;
export type SetupStep = (typeof setupSteps)[number];
export type SetupSteps = Record<SetupStep, string | null>;

/** Response of `GET /api/dashboard`: every number is counted at that moment. */
export const dashboardSchema = z.object({
  contentItems: z.number().int(),
  /** Items that have not changed for a year. */
  oldContentItems: z.number().int(),
  images: z.number().int(),
  users: z.number().int(),
  /** Users who have not accepted their invitation; included in `users`. */
  invitedUsers: z.number().int(),
  enquiries: z.number().int(),
  /** Images that are not decorative and have no alt text. */
  imagesWithoutAlt: z.number().int(),
  /** Visible fields that still contain the seed's placeholder. */
  placeholders: z.number().int(),
  /** Visible fields with the company name of the example content, although the company has another one. */
  shippedNames: z.number().int(),
  /** Drafts that could not be published at their time. */
  failedSchedules: z.array(z.object({ section: z.string(), key: z.string(), title: z.string() })),
  /** Comments and decisions on previews that are not resolved. */
  openFeedback: z.number().int(),
  /** The remaining work of each step of the set-up, for the current user; null if the step is done. */
  setup: z.record(z.enum(setupSteps), z.string().nullable()),
  /** The state of the public address as a visitor sees it. */
  site: z.object({
    online: z.boolean(),
    release: z.string().nullable(),
    revision: z.number().int().nullable(),
    /** The number of the release. */
    releaseNumber: z.number().int().nullable(),
    liveAt: z.iso.datetime().nullable(),
    checkedAt: z.iso.datetime(),
    responseMs: z.number().int(),
    /** The reason why the site counts as offline; null while it is online. */
    problem: z.string().nullable(),
  }),
  /** Newest first; `by` is null for actions of the system. */
  activity: z.array(auditItemSchema.pick({ at: true, by: true, action: true, subject: true, name: true })),
  system: z.object({
    version: z.string(),
    environment: z.string(),
    commit: z.string(),
    node: z.string(),
    database: z.enum(['connected', 'unreachable']),
    /** The reason why nothing can be stored; null while the database can be read and written. */
    storageProblem: z.string().nullable(),
    /** Faults that SQLite's integrity check found; null before the first check. */
    integrity: z.object({ at: z.iso.datetime(), faults: z.array(z.string()) }).nullable(),
    /** The newest backup and its verification; null if there is none. */
    lastBackup: backupSchema.nullable(),
    /** Where backups are sent, such as "mills-backups at s3.example.org"; null if they stay on the server. */
    backupLocation: z.string().nullable(),
    /** The reason why the latest backup failed; null if it succeeded. */
    backupFailure: z.object({ at: z.iso.datetime(), reason: z.string() }).nullable(),
    /** The copy of the database in an object store; null if there is none. */
    replica: z
      .object({
        place: z.string(),
        /** How long the replica has not been complete, to a few seconds; null before the first time that it was. */
        lagSeconds: z.number().int().nullable(),
        /** A sentence; null while nothing is wrong. */
        problem: z.string().nullable(),
      })
      .nullable(),
    disk: z.object({ freeBytes: z.number().int(), totalBytes: z.number().int() }),
    uptimeSeconds: z.number().int(),
    /** Size of the data folder: database, media, releases. */
    dataBytes: z.number().int(),
  }),
});
export type Dashboard = z.infer<typeof dashboardSchema>;
