import type { ItemMetadata } from '@threadline/schema/content/content-item';
import { integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** The texts that editors are writing, one row for each item. Never in a snapshot, and possibly incomplete. */
export const drafts = sqliteTable(
  'drafts',
  {
    /** The version: each save replaces the row, and no id is used again. */
    id: integer().primaryKey({ autoIncrement: true }),
    section: text().notNull(),
    key: text().notNull(),
    value: text({ mode: 'json' }).$type<unknown>().notNull(),
    metadata: text({ mode: 'json' }).$type<ItemMetadata>().notNull(),
    /** The version of the item that the draft started from; null for an entry that was never published. */
    baseVersion: integer(),
    updatedAt: text().notNull(),
    updatedBy: text(),
  },
  (table) => [uniqueIndex('drafts_item').on(table.section, table.key)],
);

/** Drafts that were discarded before they were published. The newest ones can be restored. */
export const discardedDrafts = sqliteTable('discarded_drafts', {
  id: integer().primaryKey({ autoIncrement: true }),
  section: text().notNull(),
  key: text().notNull(),
  value: text({ mode: 'json' }).$type<unknown>().notNull(),
  metadata: text({ mode: 'json' }).$type<ItemMetadata>().notNull(),
  at: text().notNull(),
  by: text(),
});

/** Copies of drafts that are published at their time. They do not change while their draft is written on. */
export const scheduledDrafts = sqliteTable(
  'scheduled_drafts',
  {
    section: text().notNull(),
    /** The key of the draft. */
    key: text().notNull(),
    /** The key of the item that is written. */
    target: text().notNull(),
    value: text({ mode: 'json' }).$type<unknown>().notNull(),
    metadata: text({ mode: 'json' }).$type<ItemMetadata>().notNull(),
    baseVersion: integer(),
    /** The version of the draft that was copied. */
    draftVersion: integer().notNull(),
    at: text().notNull(),
    byId: text().notNull(),
    byName: text().notNull(),
    /** Why it could not be published. */
    problem: text(),
  },
  (table) => [primaryKey({ columns: [table.section, table.key] })],
);
