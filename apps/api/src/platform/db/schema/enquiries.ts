import { messageStates, type OutboxMessage } from '@threadline/schema/wire/enquiry';
import type { EnquiryStatus } from '@threadline/schema/wire/enquiry-status';
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** The data of a message that is not part of its enquiry. Its text is rendered from both. */
export interface MessagePayload {
  subject?: string;
  text?: string;
  /** The recipients that already have the message. */
  reached?: string[];
  /** The recipient that the mail server refused. */
  refused?: string;
  /** Id of the link in the message. The token is computed when the message is composed, and not stored. */
  linkId?: string;
  /** Section and key of the draft that the message is about. */
  draft?: { section: string; key: string };
}

export const enquiries = sqliteTable(
  'enquiries',
  {
    /** In the order of arrival. Lists are paged by it, and the search index uses it as its key. */
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull(),
    /** Visitors quote it, so it is short. It cannot be guessed. */
    reference: text().notNull(),
    /** Cleared after 30 days, see `enquiries/intake/service.ts`. */
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
    /** Digest of the sender's network: enough to count, too little to identify a person. Cleared after a month. */
    network: text().notNull(),
    /** Digest of all typed values: finds a form that was posted twice. */
    fingerprint: text().notNull(),
    spamReasons: text({ mode: 'json' }).$type<string[]>().notNull(),
    isTest: integer({ mode: 'boolean' }).notNull(),
    retainForClient: integer({ mode: 'boolean' }).notNull(),
    assigneeId: text(),
    createdAt: text().notNull(),
    dueAt: text().notNull(),
    answeredAt: text(),
    /** The last reply, note, or change of whether it is a client's file. The retention period starts here. */
    lastActivityAt: text().notNull(),
    /** When the team was first shown that it will be erased, which happens a week later at the earliest. */
    erasureScheduledAt: text(),
    /**
     * When the sender withdrew the consent to be answered. After that nothing is sent, and no other rule delays the
     * erasure.
     */
    withdrawnAt: text(),
  },
  (table) => [
    uniqueIndex('enquiries_id').on(table.id),
    uniqueIndex('enquiries_reference').on(table.reference),
    uniqueIndex('enquiries_idempotency').on(table.idempotencyKey),
    // Each index also holds `seq`, the order of the list.
    index('enquiries_status').on(table.status),
    index('enquiries_assignee').on(table.assigneeId),
    index('enquiries_assignee_status').on(table.assigneeId, table.status),
    index('enquiries_origin').on(table.originSection),
    index('enquiries_origin_status').on(table.originSection, table.status),
    index('enquiries_origin_assignee').on(table.originSection, table.assigneeId),
    index('enquiries_origin_cta').on(table.originSection, table.originCta),
    index('enquiries_created').on(table.createdAt),
    index('enquiries_due')
      .on(table.dueAt)
      .where(sql`status in ('new', 'read', 'replied') and answered_at is null and is_test = 0`),
    index('enquiries_due_assignee')
      .on(table.assigneeId, table.dueAt)
      .where(sql`status in ('new', 'read', 'replied') and answered_at is null and is_test = 0`),
    index('enquiries_keyed').on(table.createdAt).where(sql`idempotency_key is not null`),
    index('enquiries_email').on(table.emailKey, table.createdAt),
    index('enquiries_network').on(table.network, table.createdAt),
    index('enquiries_fingerprint').on(table.fingerprint, table.createdAt),
    index('enquiries_unscheduled')
      .on(table.lastActivityAt)
      .where(sql`retain_for_client = 0 and erasure_scheduled_at is null`),
    index('enquiries_withdrawn')
      .on(table.lastActivityAt)
      .where(sql`retain_for_client = 0 and erasure_scheduled_at is null and withdrawn_at is not null`),
    index('enquiries_scheduled')
      .on(table.erasureScheduledAt, table.lastActivityAt)
      .where(sql`erasure_scheduled_at is not null`),
    index('enquiries_tests').on(table.lastActivityAt).where(sql`is_test = 1`),
  ],
);

/** Maintained by triggers, so that reading a count takes the same time for a thousand rows and a million. */
export const enquiryCounts = sqliteTable('enquiry_counts', {
  status: text().$type<EnquiryStatus>().primaryKey(),
  total: integer().notNull(),
});

/** Received per day (India time), maintained by triggers, without tests and spam. Erased enquiries are included. */
export const enquiryDays = sqliteTable('enquiry_days', {
  day: text().primaryKey(),
  total: integer().notNull(),
});

/**
 * Origins of enquiries with their counts, maintained by triggers: the filter of the inbox lists them. Without spam,
 * whose origins can be anything.
 */
export const enquiryOrigins = sqliteTable(
  'enquiry_origins',
  {
    section: text().notNull(),
    slide: text().notNull(),
    cta: text().notNull(),
    total: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.section, table.slide, table.cta] }),
    index('enquiry_origins_total').on(sql`${table.total} desc`, table.section, table.slide, table.cta),
  ],
);

export const enquiryNotes = sqliteTable(
  'enquiry_notes',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    enquiryId: text().notNull(),
    at: text().notNull(),
    byId: text(),
    byName: text(),
    text: text().notNull(),
  },
  (table) => [index('enquiry_notes_request').on(table.enquiryId)],
);

/**
 * Outbox of the mail: a message is added in the transaction of the change that causes it. Its text is rendered when it
 * is sent.
 */
export const outboxMessages = sqliteTable(
  'outbox_messages',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull(),
    kind: text().$type<OutboxMessage['kind']>().notNull(),
    enquiryId: text(),
    /** Empty: the team's address at the time of sending. */
    recipient: text().notNull(),
    emailKey: text().notNull(),
    payload: text({ mode: 'json' }).$type<MessagePayload>().notNull(),
    state: text({ enum: messageStates }).notNull(),
    attempts: integer().notNull(),
    lastError: text(),
    createdAt: text().notNull(),
    sentAt: text(),
  },
  (table) => [
    uniqueIndex('outbox_messages_id').on(table.id),
    index('outbox_messages_state').on(table.state, table.seq),
    index('outbox_messages_request').on(table.enquiryId),
    index('outbox_messages_email').on(table.emailKey),
    index('outbox_messages_strangers').on(table.createdAt).where(sql`enquiry_id is null`),
    index('outbox_messages_pending_replies').on(table.enquiryId).where(sql`kind = 'reply' and state = 'pending'`),
    index('outbox_messages_unsent').on(table.seq).where(sql`state not in ('sent', 'dismissed')`),
  ],
);

export const subscribers = sqliteTable(
  'subscribers',
  {
    emailKey: text().primaryKey(),
    email: text().notNull(),
    createdAt: text().notNull(),
    /** Null until the owner of the address has confirmed it. */
    confirmedAt: text(),
    unsubscribedAt: text(),
    /** Id of the links in the messages to this address, see `createLinkToken`. */
    linkId: text().notNull(),
    /** When the last request to confirm was added to the outbox. */
    confirmationRequestedAt: text().notNull(),
  },
  (table) => [
    uniqueIndex('subscribers_link').on(table.linkId),
    index('subscribers_created').on(table.createdAt),
    index('subscribers_unconfirmed').on(table.confirmationRequestedAt).where(sql`confirmed_at is null`),
    index('subscribers_left').on(table.unsubscribedAt).where(sql`unsubscribed_at is not null`),
  ],
);

/** One row, maintained by triggers: the number of subscribers, and of those who may be written to. */
export const subscriberCounts = sqliteTable('subscriber_counts', {
  id: integer().primaryKey(),
  total: integer().notNull(),
  members: integer().notNull(),
});
