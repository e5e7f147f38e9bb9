import { chmodSync, closeSync, existsSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { migrationsDir } from '../../config.ts';
import { registerAuditHash } from '../audit-log/hash-chain.ts';
import { registerFormattedText } from './formatted-text.ts';
import { compareMigrations, NewerDatabaseError } from './migrations.ts';
import * as accountTables from './schema/accounts.ts';
import * as coreTables from './schema/core.ts';
import * as draftTables from './schema/drafts.ts';
import * as enquiryTables from './schema/enquiries.ts';
import * as privacyTables from './schema/privacy.ts';

const tables = { ...coreTables, ...draftTables, ...accountTables, ...enquiryTables, ...privacyTables };

export type Db = BetterSQLite3Database<typeof tables> & { $client: Database.Database };

/** The transaction that drizzle passes to a callback. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

/** Called before and after a migration, which takes minutes for a large database. */
export type OnUpgrade = (state: 'upgrading' | 'upgraded') => void;

/**
 * Opens the database and migrates it to the newest schema. A database that needs migrations is copied to `backups/` first.
 *
 * @param file path; in tests `:memory:`, or the bytes of a database
 * @param migrations folder; tests add migrations of a later version
 * @throws NewerDatabaseError if a newer version has migrated it
 */
export function openDatabase(
  file: string | Buffer,
  onUpgrade: OnUpgrade = () => {},
  migrations: string = migrationsDir,
): Db {
  const folder = typeof file === 'string' && file !== ':memory:' ? dirname(file) : undefined;
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  if (folder !== undefined) restrictAccess(String(file));
  const client = new Database(file);
  const { pending, unknown } = compareMigrations(client, migrations);
  if (unknown > 0) {
    client.close();
    throw new NewerDatabaseError(unknown);
  }
  client.pragma('journal_mode = WAL');
  // FULL: a 2xx reply survives a power cut. NORMAL lost 3.7 % of the acknowledged rows in a test.
  client.pragma('synchronous = FULL');
  client.pragma('foreign_keys = ON');
  client.pragma('busy_timeout = 5000');
  client.pragma('journal_size_limit = 67108864');
  client.pragma('trusted_schema = OFF');
  if (pending > 0) onUpgrade('upgrading');
  if (pending > 0 && folder !== undefined && !isEmpty(client)) copyBeforeUpgrade(client, join(folder, 'backups'));
  registerAuditHash(client);
  registerFormattedText(client);
  // Deleted rows are overwritten: erased details must not stay in the file.
  client.pragma('secure_delete = ON');
  const db = drizzle(client, { schema: tables, casing: 'snake_case' });
  migrate(db, { migrationsFolder: migrations });
  if (pending > 0) onUpgrade('upgraded');
  return db;
}

/** Makes the database readable by its owner only. SQLite gives its WAL files the mode of the database. */
function restrictAccess(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  for (const each of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(each)) chmodSync(each, 0o600);
}

function isEmpty(client: Database.Database): boolean {
  return client.prepare('select 1 from sqlite_master').get() === undefined;
}

/** Keeps one copy, which the next upgrade overwrites. */
function copyBeforeUpgrade(client: Database.Database, folder: string): void {
  const file = join(folder, 'before-upgrade.db');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  rmSync(file, { force: true });
  client.prepare('vacuum into ?').run(file);
  // The copy contains password hashes and personal data.
  chmodSync(file, 0o600);
}
