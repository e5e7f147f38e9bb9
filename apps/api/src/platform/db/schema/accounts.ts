import type { AccountLinkKind } from '@threadline/schema/account-link';
import type { Role } from '@threadline/schema/user';
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { sessions, users } from './core.ts';

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
export const totpSecrets = sqliteTable('totp_secrets', {
  userId: text()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Encrypted with a key outside the database. */
  encryptedSecret: text().notNull(),
  createdAt: text().notNull(),
  /** Null until a first code has come back. */
  confirmedAt: text(),
  /** Of the last code that was used, in 30 s since 1970: it and older ones are refused. */
  lastUsedStep: integer().notNull().default(0),
});

/** WebAuthn credentials. Nothing in it opens an account: the private keys never leave the devices. */
export const passkeys = sqliteTable(
  'passkeys',
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** As the device names it, in base64url. */
    credentialId: text().notNull(),
    /** COSE. */
    publicKey: blob({ mode: 'buffer' }).notNull(),
    /** Of the signatures so far; 0 for devices that do not count. */
    counter: integer().notNull(),
    /** How browsers reach the device: `internal`, `usb`, … */
    transports: text({ mode: 'json' }).$type<string[]>().notNull(),
    name: text().notNull(),
    createdAt: text().notNull(),
    lastUsedAt: text(),
    backedUp: integer({ mode: 'boolean' }).notNull(),
  },
  (table) => [uniqueIndex('passkeys_credential').on(table.credentialId), index('passkeys_user').on(table.userId)],
);

/** Asked and not answered yet. The first answer removes its row, whether it is right or wrong. */
export const passkeyChallenges = sqliteTable(
  'passkey_challenges',
  {
    challenge: text().primaryKey(),
    purpose: text({ enum: ['add', 'sign-in', 'second-factor'] }).notNull(),
    /** Null: nobody knows yet who will sign in. */
    userId: text().references(() => users.id, { onDelete: 'cascade' }),
    /** Of the session in which a passkey is added. */
    sessionId: text().references(() => sessions.id, { onDelete: 'cascade' }),
    expiresAt: text().notNull(),
  },
  (table) => [
    index('passkey_challenges_expiry').on(table.expiresAt),
    index('passkey_challenges_user').on(table.userId),
    index('passkey_challenges_session').on(table.sessionId),
  ],
);

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

/** Accounts that were deleted, as they were, until their 30 days are over. Nothing else reads them: nobody can sign in with one. */
export const trashedUsers = sqliteTable(
  'trashed_users',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    email: text().notNull(),
    role: text().$type<Role>().notNull(),
    deletedAt: text().notNull(),
    deletedBy: text().notNull(),
    /** The rows of the account and of its second factors. */
    account: text({ mode: 'json' }).$type<TrashedAccount>().notNull(),
  },
  (table) => [index('trashed_users_at').on(table.deletedAt)],
);

export interface TrashedAccount {
  user: typeof users.$inferSelect;
  totpSecrets: (typeof totpSecrets.$inferSelect)[];
  recoveryCodes: (typeof recoveryCodes.$inferSelect)[];
  /** JSON knows no bytes: base64. */
  passkeys: (Omit<typeof passkeys.$inferSelect, 'publicKey'> & { publicKey: string })[];
}
