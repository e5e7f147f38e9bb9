import type { AccountLinkKind } from '@threadline/schema/account-link';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from './schema.ts';

/** Links with which a password is chosen. At most one of an account works. */
export const accountLinks = sqliteTable(
  'account_links',
  {
    id: text().primaryKey(),
    /** SHA-256 of the token, which is made from the id with a key outside the database. */
    tokenHash: text().notNull(),
    kind: text().$type<AccountLinkKind>().notNull(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null: asked for by a visitor. The links of somebody who is removed end with the account. */
    createdById: text().references(() => users.id, { onDelete: 'cascade' }),
    createdAt: text().notNull(),
    expiresAt: text().notNull(),
  },
  (table) => [
    index('account_links_token').on(table.tokenHash),
    index('account_links_user').on(table.userId),
    index('account_links_creator').on(table.createdById),
  ],
);

/** One-time codes of an app. */
export const secondFactors = sqliteTable('second_factors', {
  userId: text()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Encrypted with a key outside the database. */
  secret: text().notNull(),
  createdAt: text().notNull(),
  /** Null until a first code has come back. */
  confirmedAt: text(),
  /** Of the last code that was used, in 30 s since 1970: it and older ones are refused. */
  lastStep: integer().notNull().default(0),
  /** Wrong codes in a row. */
  failures: integer().notNull().default(0),
});

/** SHA-256 of the codes that have not been used. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);
