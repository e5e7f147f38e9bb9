import type { ItemMetadata } from '@threadline/schema/content-item';
import { mailStates } from '@threadline/schema/enquiry';
import type { EnquiryStatus } from '@threadline/schema/enquiry-status';
import type { Image } from '@threadline/schema/image';
import type { PublishFault, PublishStatus } from '@threadline/schema/publishing';
import type { Role } from '@threadline/schema/user';
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** What the words of a message are filled with, beyond the enquiry that it belongs to. */
export interface MailPayload {
  subject?: string;
  text?: string;
  token?: string;
}

/**
 * Times are ISO 8601 strings in UTC: they sort, and they go to the wire as they are.
 * Ids are random and never used again, so that a token of a deleted user cannot become somebody else's.
 */

export const revisions = sqliteTable('revisions', {
  revision: integer().primaryKey({ autoIncrement: true }),
  at: text().notNull(),
  byId: text(),
  byName: text(),
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
  },
  (table) => [
    index('content_history_item').on(table.section, table.key, table.revision),
    index('content_history_revision').on(table.revision),
  ],
);

/** One row (id 1): what should be live, and what is. */
export const publishing = sqliteTable('publishing', {
  id: integer().primaryKey(),
  state: text().$type<PublishStatus['state']>().notNull(),
  desiredRevision: integer().notNull(),
  /** See `desiredStateSchema`. */
  desiredOrder: integer().notNull().default(0),
  heldRelease: text(),
  liveRelease: text(),
  liveRevision: integer(),
  savedAt: text(),
  liveAt: text(),
  liveMs: integer(),
  faults: text({ mode: 'json' }).$type<PublishFault[]>().notNull(),
  /** Saves wait for somebody to publish them. */
  review: integer({ mode: 'boolean' }).notNull().default(false),
  scheduledAt: text(),
  scheduledRevision: integer(),
  scheduledById: text(),
  scheduledBy: text(),
});

/** What was stopped on its way, with the reason. */
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

/** Outbox of the webhooks: written in the transaction of the write that they announce. */
export const deliveries = sqliteTable(
  'deliveries',
  {
    id: text().primaryKey(),
    /** `publisher`, or the address of a configured receiver. */
    receiver: text().notNull(),
    revision: integer().notNull(),
    state: text({ enum: ['pending', 'delivered', 'superseded', 'failed'] }).notNull(),
    attempts: integer().notNull(),
    nextAttemptAt: text().notNull(),
    lastError: text(),
    createdAt: text().notNull(),
    deliveredAt: text(),
  },
  (table) => [
    index('deliveries_due').on(table.state, table.nextAttemptAt),
    index('deliveries_created').on(table.createdAt),
  ],
);

export const users = sqliteTable(
  'users',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    /** As typed; `emailKey` is its lower-case form, by which people are found. */
    email: text().notNull(),
    emailKey: text().notNull(),
    passwordHash: text().notNull(),
    role: text().$type<Role>().notNull(),
    lastLogin: text(),
    createdAt: text().notNull(),
    /** Raised when the password or role changes: older sessions end. */
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
    /** SHA-256 of the refresh token that is valid now. */
    refreshHash: text().notNull(),
    /** The token before it and when it was replaced: accepted for a moment longer, in case the reply was lost. */
    previousRefreshHash: text(),
    replacedAt: text(),
    createdAt: text().notNull(),
    refreshedAt: text().notNull(),
    expiresAt: text().notNull(),
    userAgent: text(),
  },
  (table) => [index('sessions_user').on(table.userId)],
);

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
    uploadedAt: text().notNull(),
    uploadedBy: text(),
    /** In the bin since then; its files go with it after a while. */
    deletedAt: text(),
  },
  (table) => [uniqueIndex('images_public_id').on(table.publicId), index('images_uploaded').on(table.uploadedAt)],
);

export const contactRequests = sqliteTable(
  'contact_requests',
  {
    /** In the order of arrival: lists are paged by it, and the search index is keyed by it. */
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull(),
    /** What a visitor quotes: short, and not guessable. */
    reference: text().notNull(),
    idempotencyKey: text(),
    status: text().$type<EnquiryStatus>().notNull(),
    companyName: text().notNull(),
    contactName: text().notNull(),
    email: text().notNull(),
    emailKey: text().notNull(),
    phone: text().notNull(),
    phoneE164: text('phone_e164').notNull(),
    companySize: text().notNull(),
    industry: text().notNull(),
    message: text().notNull(),
    origin: text().notNull(),
    originSection: text().notNull(),
    originSlide: text().notNull(),
    originCta: text().notNull(),
    page: text().notNull(),
    /** Digest of the sender's network: enough to count, too little to find somebody. Emptied after a month. */
    network: text().notNull(),
    /** Digest of everything that was typed: finds the same form posted twice. */
    fingerprint: text().notNull(),
    spamReasons: text({ mode: 'json' }).$type<string[]>().notNull(),
    isTest: integer({ mode: 'boolean' }).notNull(),
    isKept: integer({ mode: 'boolean' }).notNull(),
    assigneeId: text(),
    createdAt: text().notNull(),
    dueAt: text().notNull(),
    answeredAt: text(),
    /** The last answer, note or change: from here the months of the retention count. */
    touchedAt: text().notNull(),
  },
  (table) => [
    uniqueIndex('contact_requests_id').on(table.id),
    uniqueIndex('contact_requests_reference').on(table.reference),
    uniqueIndex('contact_requests_idempotency').on(table.idempotencyKey),
    index('contact_requests_status').on(table.status),
    index('contact_requests_assignee').on(table.assigneeId, table.status),
    index('contact_requests_due').on(table.dueAt).where(sql`status in ('new', 'read')`),
    index('contact_requests_email').on(table.emailKey, table.createdAt),
    index('contact_requests_network').on(table.network, table.createdAt),
    index('contact_requests_fingerprint').on(table.fingerprint, table.createdAt),
    index('contact_requests_touched').on(table.touchedAt),
  ],
);

/** Kept by triggers, so that counting costs the same at a thousand rows and at a million. */
export const contactRequestCounts = sqliteTable('contact_request_counts', {
  status: text().$type<EnquiryStatus>().primaryKey(),
  total: integer().notNull(),
});

/** Received per day (India time), without tests; an erased enquiry still was received. */
export const contactRequestDays = sqliteTable('contact_request_days', {
  day: text().primaryKey(),
  total: integer().notNull(),
});

export const enquiryNotes = sqliteTable(
  'enquiry_notes',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    requestId: text().notNull(),
    at: text().notNull(),
    byId: text(),
    byName: text(),
    text: text().notNull(),
  },
  (table) => [index('enquiry_notes_request').on(table.requestId)],
);

/** Outbox of the mail: written in the transaction of what it tells about. The words are filled in when it is sent. */
export const mails = sqliteTable(
  'mails',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull(),
    kind: text({ enum: ['notification', 'acknowledgement', 'reply', 'newsletter-confirmation', 'my-data'] }).notNull(),
    requestId: text(),
    /** Empty: the team's address at the time of sending. */
    recipient: text().notNull(),
    emailKey: text().notNull(),
    payload: text({ mode: 'json' }).$type<MailPayload>().notNull(),
    state: text({ enum: mailStates }).notNull(),
    attempts: integer().notNull(),
    nextAttemptAt: text().notNull(),
    lastError: text(),
    createdAt: text().notNull(),
    sentAt: text(),
  },
  (table) => [
    uniqueIndex('mails_id').on(table.id),
    index('mails_due').on(table.state, table.nextAttemptAt),
    index('mails_request').on(table.requestId),
    index('mails_email').on(table.emailKey),
  ],
);

export const subscribers = sqliteTable(
  'subscribers',
  {
    emailKey: text().primaryKey(),
    email: text().notNull(),
    createdAt: text().notNull(),
    /** Null: nobody has confirmed that the address is theirs. */
    confirmedAt: text(),
    unsubscribedAt: text(),
    /** Stands in the links of the messages to this address. */
    token: text().notNull(),
    /** When the last request to confirm was written. */
    askedAt: text().notNull(),
  },
  (table) => [uniqueIndex('subscribers_token').on(table.token), index('subscribers_created').on(table.createdAt)],
);

/** Links that show the working copy to whoever has them, until they run out or their row is removed. */
export const previewLinks = sqliteTable('preview_links', {
  id: text().primaryKey(),
  createdAt: text().notNull(),
  createdBy: text().notNull(),
  expiresAt: text().notNull(),
});

export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    at: text().notNull(),
    byId: text(),
    byName: text(),
    /** Verb in the past: `content.updated`, `user.created`, `image.deleted`, `release.rolled-back`. */
    action: text().notNull(),
    subject: text().notNull(),
  },
  (table) => [index('audit_log_at').on(table.at)],
);

/** Tries to sign in, counted by rate-limiter-flexible: its columns, its key (`<limit>:<what is counted>`). */
export const rateLimits = sqliteTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  /** In ms since 1970. */
  expire: integer(),
});
