import { privacyRequestKinds } from '@threadline/schema/wire/privacy';
import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Texts of the notices that people were shown when they consented. */
export const notices = sqliteTable('notices', {
  /** Digest of the text, see `getNoticeId`. */
  id: text().primaryKey(),
  /** Numbers the texts of a form. */
  version: integer().notNull(),
  form: text({ enum: ['enquiry', 'newsletter'] }).notNull(),
  sentences: text({ mode: 'json' }).$type<string[]>().notNull(),
  firstSeenAt: text().notNull(),
});

/** Proof of consent: who consented to what, when, and which notice was shown. */
export const consents = sqliteTable(
  'consents',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    enquiryId: text(),
    emailKey: text().notNull(),
    purpose: text({ enum: ['reply', 'whatsapp', 'newsletter'] }).notNull(),
    given: integer({ mode: 'boolean' }).notNull(),
    /** For the newsletter: the form was sent. `given` follows when the owner of the address confirms. */
    requested: integer({ mode: 'boolean' }).notNull().default(false),
    confirmedAt: text(),
    noticeId: text(),
    network: text().notNull(),
    at: text().notNull(),
    withdrawnAt: text(),
  },
  (table) => [
    index('consents_request').on(table.enquiryId),
    index('consents_email').on(table.emailKey),
    index('consents_network').on(table.at).where(sql`network <> ''`),
  ],
);

/** Links to the personal data of their owner. */
export const dataLinks = sqliteTable(
  'data_links',
  {
    /** See `createLinkToken`. */
    id: text().primaryKey(),
    emailKey: text().notNull(),
    createdAt: text().notNull(),
    /** Counted from sending the message. */
    expiresAt: text().notNull(),
    /** When the details were first downloaded. */
    downloadedAt: text(),
    correctedAt: text(),
  },
  (table) => [index('data_links_email').on(table.emailKey, table.createdAt)],
);

/** Privacy requests, by a link or otherwise. A completed one contains no address. */
export const privacyRequests = sqliteTable(
  'privacy_requests',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text({ enum: privacyRequestKinds }).notNull(),
    email: text().notNull(),
    emailKey: text().notNull(),
    note: text().notNull(),
    receivedAt: text().notNull(),
    dueAt: text().notNull(),
    doneAt: text(),
    /** Null: completed by the person through the link. */
    doneBy: text(),
  },
  (table) => [
    index('privacy_requests_email').on(table.emailKey),
    index('privacy_requests_open').on(table.dueAt).where(sql`done_at is null`),
  ],
);

/** Proof of what was erased, without the details themselves. */
export const erasures = sqliteTable('erasures', {
  id: integer().primaryKey({ autoIncrement: true }),
  at: text().notNull(),
  reason: text({ enum: ['retention', 'request', 'admin'] }).notNull(),
  byName: text(),
  /**
   * Keyed digest of the address (`privacy/erasure.ts`), from which only a known address can be recognised. Null when
   * several people were erased as due.
   */
  emailHash: text(),
  enquiries: integer().notNull(),
  messages: integer().notNull(),
  subscribers: integer().notNull(),
});
