import type { AccountLinkKind } from '@threadline/schema/wire/account';
import type { Role } from '@threadline/schema/wire/user';
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { sessions, users } from './core.ts';

/** Links that set a password. At most one per account is valid. */
export const accountLinks = sqliteTable(
  'account_links',
  {
    id: text().primaryKey(),
    /** SHA-256 of the token, which is derived from the id with a key outside the database. */
    tokenHash: text().notNull(),
    kind: text().$type<AccountLinkKind>().notNull(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null: requested by a visitor. The links of a deleted user are deleted, too. */
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

/** Secrets of authenticator apps. */
export const totpSecrets = sqliteTable('totp_secrets', {
  userId: text()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Encrypted with a key outside the database. */
  encryptedSecret: text().notNull(),
  createdAt: text().notNull(),
  /** Null until a first code was correct. */
  confirmedAt: text(),
  /** Time step of the last code, in units of 30 s since 1970. Codes that are not newer are refused. */
  lastUsedStep: integer().notNull().default(0),
});

/** WebAuthn credentials. The rows open no account: the private keys never leave the authenticators. */
export const passkeys = sqliteTable(
  'passkeys',
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Assigned by the authenticator, in base64url. */
    credentialId: text().notNull(),
    /** COSE. */
    publicKey: blob({ mode: 'buffer' }).notNull(),
    /** Signature counter; 0 for authenticators that do not count. */
    counter: integer().notNull(),
    /** How browsers reach the authenticator: `internal`, `usb`, … */
    transports: text({ mode: 'json' }).$type<string[]>().notNull(),
    name: text().notNull(),
    createdAt: text().notNull(),
    lastUsedAt: text(),
    backedUp: integer({ mode: 'boolean' }).notNull(),
  },
  (table) => [uniqueIndex('passkeys_credential').on(table.credentialId), index('passkeys_user').on(table.userId)],
);

/** Open challenges. The first response deletes its row, whether it is correct or not. */
export const passkeyChallenges = sqliteTable(
  'passkey_challenges',
  {
    challenge: text().primaryKey(),
    purpose: text({ enum: ['add', 'sign-in', 'second-factor'] }).notNull(),
    /** Null for a sign-in without a password: the user is not known yet. */
    userId: text().references(() => users.id, { onDelete: 'cascade' }),
    /** The session that adds a passkey. */
    sessionId: text().references(() => sessions.id, { onDelete: 'cascade' }),
    expiresAt: text().notNull(),
  },
  (table) => [
    index('passkey_challenges_expiry').on(table.expiresAt),
    index('passkey_challenges_user').on(table.userId),
    index('passkey_challenges_session').on(table.sessionId),
  ],
);

/** SHA-256 of the unused codes. */
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

/** Deleted accounts in the trash, for 30 days. Sign-in never reads them. */
export const trashedUsers = sqliteTable(
  'trashed_users',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    email: text().notNull(),
    role: text().$type<Role>().notNull(),
    deletedAt: text().notNull(),
    deletedBy: text().notNull(),
    /** Rows of the account and its second factors. */
    account: text({ mode: 'json' }).$type<TrashedAccount>().notNull(),
  },
  (table) => [index('trashed_users_at').on(table.deletedAt)],
);

export interface TrashedAccount {
  user: typeof users.$inferSelect;
  totpSecrets: (typeof totpSecrets.$inferSelect)[];
  recoveryCodes: (typeof recoveryCodes.$inferSelect)[];
  /** Base64, because JSON has no bytes. */
  passkeys: (Omit<typeof passkeys.$inferSelect, 'publicKey'> & { publicKey: string })[];
}
