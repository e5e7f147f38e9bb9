import type { ChangeOrigin, ItemMetadata } from '@threadline/schema/content/content-item';
import type { Image } from '@threadline/schema/content/image';
import type { ImageEdit } from '@threadline/schema/content/image-edit';
import type { MailEncryption } from '@threadline/schema/wire/mail-settings';
import type { FeedbackKind } from '@threadline/schema/wire/preview-feedback';
import type { PublishFault, PublishStatus } from '@threadline/schema/wire/publishing';
import type { Role, UserStatus } from '@threadline/schema/wire/user';
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/**
 * Times are ISO 8601 strings in UTC: they sort, and responses contain them unchanged. Ids are random and never used
 * again, so that a token of a deleted user cannot become another user's.
 */

export const revisions = sqliteTable('revisions', {
  revision: integer().primaryKey({ autoIncrement: true }),
  at: text().notNull(),
  byId: text(),
  byName: text(),
  /** Undo, Redo or a restore of an earlier version; null for other changes. */
  origin: text().$type<ChangeOrigin>(),
});

/** The working copy. */
export const contentItems = sqliteTable(
  'content_items',
  {
    section: text().notNull(),
    key: text().notNull(),
    value: text({ mode: 'json' }).$type<unknown>().notNull(),
    metadata: text({ mode: 'json' }).$type<ItemMetadata>().notNull(),
    position: integer().notNull(),
    version: integer().notNull(),
    updatedAt: text().notNull(),
    updatedBy: text(),
  },
  (table) => [primaryKey({ columns: [table.section, table.key] })],
);

/** `without`: the publish has undone the change. `again`: it is pending again, as its author has made it. */
export type LeftOut =
  | { kind: 'without' }
  | { kind: 'again'; at: string; by: string | null; operation: 'added' | 'restored' | 'changed' | 'moved' | 'removed' };

/** Every state of every item. A snapshot of revision n takes, per item, the newest row with revision <= n. */
export const contentHistory = sqliteTable(
  'content_history',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    revision: integer()
      .notNull()
      .references(() => revisions.revision),
    operation: text({ enum: ['create', 'update', 'order', 'delete'] }).notNull(),
    section: text().notNull(),
    key: text().notNull(),
    value: text({ mode: 'json' }).$type<unknown>().notNull(),
    metadata: text({ mode: 'json' }).$type<ItemMetadata>().notNull(),
    position: integer().notNull(),
    version: integer().notNull(),
    updatedAt: text().notNull(),
    updatedBy: text(),
    /** Set in the two rows of a change that a publish has left out. */
    leftOut: text({ mode: 'json' }).$type<LeftOut>(),
  },
  (table) => [
    index('content_history_item').on(table.section, table.key, table.revision),
    index('content_history_revision').on(table.revision),
  ],
);

/** One row (id 1): the target of publishing, and the live release. */
export const publishing = sqliteTable('publishing', {
  id: integer().primaryKey(),
  /** `rolled-back` is not stored: it follows from `pinnedRelease`. */
  state: text().$type<Exclude<PublishStatus['state'], 'rolled-back'>>().notNull(),
  targetRevision: integer().notNull(),
  /** See `targetRevisionSchema`. */
  generation: integer().notNull().default(0),
  pinnedRelease: text(),
  liveRelease: text(),
  liveRevision: integer(),
  savedAt: text(),
  /** The user who saved, published or rolled back to the target. */
  savedBy: text(),
  liveAt: text(),
  liveMs: integer(),
  faults: text({ mode: 'json' }).$type<PublishFault[]>().notNull(),
  /** Changes stay pending until an editor publishes them. */
  review: integer({ mode: 'boolean' }).notNull().default(false),
  scheduledAt: text(),
  scheduledRevision: integer(),
  scheduledById: text(),
  scheduledBy: text(),
});

/** Publishes that failed, with the reason. */
export const failedPublishes = sqliteTable('failed_publishes', {
  id: integer().primaryKey({ autoIncrement: true }),
  revision: integer().notNull(),
  at: text().notNull(),
  faults: text({ mode: 'json' }).$type<PublishFault[]>().notNull(),
});

export const releases = sqliteTable('releases', {
  id: text().primaryKey(),
  revision: integer().notNull(),
  createdAt: text().notNull(),
  files: integer().notNull(),
  bytes: integer().notNull(),
  steps: text({ mode: 'json' }).$type<Record<string, number>>().notNull(),
});

/** History of the webhook deliveries. A job of the endpoint sends the pending one, see `publishing/webhooks/deliveries.ts`. */
export const deliveries = sqliteTable(
  'deliveries',
  {
    id: text().primaryKey(),
    /** `publisher`, or the label of a configured endpoint: an address may be a secret. */
    endpoint: text().notNull(),
    revision: integer().notNull(),
    state: text({ enum: ['pending', 'delivered', 'superseded', 'failed'] }).notNull(),
    attempts: integer().notNull(),
    lastError: text(),
    createdAt: text().notNull(),
    deliveredAt: text(),
  },
  (table) => [
    uniqueIndex('deliveries_pending').on(table.endpoint).where(sql`state = 'pending'`),
    index('deliveries_created').on(table.createdAt),
  ],
);

export const users = sqliteTable(
  'users',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    /** As typed. `emailKey` is the normalised form for look-ups. */
    email: text().notNull(),
    emailKey: text().notNull(),
    /** Empty for an invited account. */
    passwordHash: text().notNull(),
    role: text().$type<Role>().notNull(),
    status: text().$type<UserStatus>().notNull().default('active'),
    /** True if the account has a confirmed row in `totp_secrets` or a row in `passkeys`. */
    hasSecondFactor: integer({ mode: 'boolean' }).notNull().default(false),
    /** Consecutive wrong second factors after the correct password. */
    failedSecondFactors: integer().notNull().default(0),
    lastLogin: text(),
    createdAt: text().notNull(),
    /** Raised when the password, role or status changes: older sessions end. */
    sessionVersion: integer().notNull(),
  },
  (table) => [uniqueIndex('users_email').on(table.emailKey)],
);

export const sessions = sqliteTable(
  'sessions',
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionVersion: integer().notNull(),
    /** SHA-256 of the current refresh token. */
    refreshHash: text().notNull(),
    /** The previous token and when it was replaced. It works a little longer, because the reply may have been lost. */
    previousRefreshHash: text(),
    replacedAt: text(),
    createdAt: text().notNull(),
    refreshedAt: text().notNull(),
    expiresAt: text().notNull(),
    userAgent: text(),
    /** When the password was last repeated in this session. */
    reauthenticatedAt: text(),
  },
  (table) => [index('sessions_user').on(table.userId)],
);

export interface PreviousFile {
  source: string;
  originalName: string;
  bytes: number;
  edit: ImageEdit | null;
  focusX: number;
  focusY: number;
}

export const images = sqliteTable(
  'images',
  {
    id: text().primaryKey(),
    /** First 32 hex digits of the SHA-256 of the uploaded bytes: the same picture twice is one image. */
    publicId: text().notNull(),
    originalName: text().notNull(),
    url: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    bytes: integer().notNull(),
    alt: text().notNull(),
    decorative: integer({ mode: 'boolean' }).notNull().default(false),
    focusX: integer().notNull(),
    focusY: integer().notNull(),
    tags: text({ mode: 'json' }).$type<string[]>().notNull(),
    variants: text({ mode: 'json' }).$type<Image['variants']>().notNull(),
    /** Only if this is a video. */
    video: text({ mode: 'json' }).$type<NonNullable<Image['video']>>(),
    /** Made from a video, as its poster image: the library lists the video only. */
    isVideoFrame: integer({ mode: 'boolean' }).notNull().default(false),
    /** SHA-256 of the stored original, 32 hex digits. Empty if the original is not stored. */
    source: text().notNull().default(''),
    sourceWidth: integer().notNull().default(0),
    sourceHeight: integer().notNull().default(0),
    /** How the variants are made from the original; null: as it is. */
    edit: text({ mode: 'json' }).$type<ImageEdit>(),
    /** The file that was replaced last. */
    previous: text({ mode: 'json' }).$type<PreviousFile>(),
    uploadedAt: text().notNull(),
    uploadedBy: text(),
    /** When the image was moved to the trash. Its files are deleted 30 days later. */
    trashedAt: text(),
  },
  (table) => [
    uniqueIndex('images_public_id').on(table.publicId),
    index('images_uploaded').on(table.uploadedAt),
    index('images_source').on(table.source),
  ],
);

/**
 * Links that show the working copy. They end with their expiry, their revocation, or the sessions of their creator. The rows
 * stay for a while with the feedback, see `privacy/retention.ts`.
 */
export const previewLinks = sqliteTable(
  'preview_links',
  {
    id: text().primaryKey(),
    /** SHA-256 of the token. */
    tokenHash: text().notNull(),
    createdAt: text().notNull(),
    /** Name of the creator at that time. */
    createdBy: text().notNull(),
    /** Null once the account was deleted, which ends the link. */
    createdById: text().references(() => users.id, { onDelete: 'set null' }),
    /** Session version of the creator: what ends the sessions of an account also ends its links. */
    sessionVersion: integer().notNull(),
    expiresAt: text().notNull(),
    /** When it was revoked. */
    endedAt: text(),
    /** For whom it is, as its creator typed it. */
    name: text().notNull().default(''),
  },
  (table) => [
    uniqueIndex('preview_links_token').on(table.tokenHash),
    index('preview_links_creator').on(table.createdById),
  ],
);

/** Comments and decisions of people who opened a preview link. They are erased with the link. */
export const previewFeedback = sqliteTable(
  'preview_feedback',
  {
    id: text().primaryKey(),
    linkId: text()
      .notNull()
      .references(() => previewLinks.id, { onDelete: 'cascade' }),
    kind: text().$type<FeedbackKind>().notNull(),
    /** As typed by the visitor, unverified. */
    name: text().notNull(),
    text: text().notNull(),
    /** The page, such as `/terms/`, and its section if the visitor chose one. */
    page: text().notNull(),
    section: text().notNull(),
    /** The revision of the content that the visitor saw; 0 after a restore, which numbers revisions anew. */
    revision: integer().notNull(),
    at: text().notNull(),
    resolvedAt: text(),
    resolvedBy: text(),
  },
  (table) => [index('preview_feedback_link').on(table.linkId, table.at), index('preview_feedback_at').on(table.at)],
);

/** Files of images that no row lists any more. Backups and releases name them, so they are removed 30 days later. */
export const retiredFiles = sqliteTable('retired_files', { name: text().primaryKey(), retiredAt: text().notNull() });

/** Actions of entries that record who was shown personal details, see `createAccessLog`. */
export const accessActions = ['access.opened', 'access.listed'] as const;

export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    at: text().notNull(),
    byId: text(),
    byName: text(),
    /** Past tense: `content.updated`, `user.created`, `image.deleted`, `release.rolled-back`. */
    action: text().notNull(),
    subject: text().notNull(),
    /** The network that the request came from, see `getCurrentNetwork`. Null for visitors and the system. */
    network: text(),
    /** Hash chain, see `hashEntry`. */
    hash: text().notNull(),
  },
  (table) => [
    index('audit_log_at').on(table.at),
    index('audit_log_by').on(table.byId),
    index('audit_log_accesses')
      .on(table.byId, table.subject, table.at)
      .where(sql`action in ('access.opened', 'access.listed')`),
  ],
);

/** Counts of rate-limiter-flexible, with the columns and keys (`<limit>:<counted value>`) that it requires. */
export const rateLimits = sqliteTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  /** In ms since 1970. */
  expire: integer(),
});

/** Work that survives a restart, see `platform/jobs/job-queue.ts`. A job that has succeeded or failed is deleted. */
export const jobs = sqliteTable(
  'jobs',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    type: text().notNull(),
    dedupeKey: text().notNull(),
    orderKey: text().notNull(),
    attempts: integer().notNull(),
    /** Increases whenever the job is enqueued again, so that a running attempt does not settle the new job. */
    generation: integer().notNull(),
    runAt: text().notNull(),
  },
  (table) => [
    uniqueIndex('jobs_dedupe').on(table.type, table.dedupeKey),
    index('jobs_due').on(table.type, table.orderKey, table.runAt, table.seq),
  ],
);

/** The backup location that was set up in the admin: one row, or none. */
export const backupLocation = sqliteTable('backup_location', {
  id: integer().primaryKey(),
  endpoint: text().notNull(),
  bucket: text().notNull(),
  /** Empty, or it ends with a slash. */
  prefix: text().notNull(),
  region: text().notNull(),
  accessKeyId: text().notNull(),
  /** Encrypted with a key outside the database. */
  encryptedSecret: text().notNull(),
});

/** The mail server that was set up in the admin: one row, or none. */
export const mailSettings = sqliteTable('mail_settings', {
  id: integer().primaryKey(),
  host: text().notNull(),
  port: integer().notNull(),
  encryption: text().$type<MailEncryption>().notNull(),
  user: text().notNull(),
  /** Encrypted with a key outside the database. Null for servers that need no sign-in. */
  encryptedPassword: text(),
  sender: text().notNull(),
});

/** The state of the mail server in use, from test messages and deliveries. One row. */
export const mailOutcome = sqliteTable('mail_outcome', {
  id: integer().primaryKey(),
  /** Of the server, its user and its password: another one makes the row obsolete. */
  fingerprint: text().notNull(),
  /** The reason why the last attempt failed, as a sentence without the answer of the server; null after a success. */
  problem: text(),
  /** From when the problem is reported; null without one. */
  reportedFrom: text(),
  /** When the server first accepted a message; null until then. */
  acceptedAt: text(),
});
