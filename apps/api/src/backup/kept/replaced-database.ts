import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import Database from 'better-sqlite3';
import { and, asc, desc, eq, gt, ne, type SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from '../../db/client.ts';
import { compareMigrations, NewerDatabaseError } from '../../db/migrations.ts';
import { auditLog } from '../../db/schema.ts';
import { isDiskFull } from '../../disk-full.ts';
import { whyNotKept } from './why-not-kept.ts';

/** The database that is about to be replaced, for reading only. */
export type Replaced = Pick<Db, 'select'>;

/**
 * Hands the database that is about to be replaced to whoever brings something over from it.
 *
 * @param file see `inTodaysSchema`
 * @returns what the reader returns; a sentence's end instead, if there is no database or that has failed
 * @throws Error when the disk is full
 */
export function readReplaced<Answer>(file: string, read: (replaced: Replaced) => Answer): Answer | string {
  if (!existsSync(file)) return 'there was no database here';
  try {
    return withFile(file, (client) => {
      const { unknown } = compareMigrations(client);
      if (unknown > 0) throw new NewerDatabaseError(unknown);
      return read(drizzle(client, { casing: 'snake_case' }));
    });
  } catch (error) {
    return whyNotKept(error);
  }
}

/**
 * The same database as it lies in its file, of whatever version.
 *
 * @returns undefined if it cannot be read
 * @throws Error when the disk is full
 */
export function readIfPossible<Answer>(file: string, read: (client: Database.Database) => Answer): Answer | undefined {
  try {
    return withFile(file, read);
  } catch (error) {
    if (isDiskFull(error)) throw error;
    return undefined;
  }
}

function withFile<Answer>(file: string, read: (client: Database.Database) => Answer): Answer {
  const client = new Database(file, { readonly: true, fileMustExist: true });
  try {
    return read(client);
  } finally {
    client.close();
  }
}

/** Which site a database is of: the log is never cut, so that a database and its backups begin with the same entry. */
export function beginningOf(db: Replaced) {
  const { at, action, subject, hash } = auditLog;
  return db.select({ at, action, subject, hash }).from(auditLog).orderBy(asc(auditLog.id)).limit(1).get();
}

/** The last entry of a log: whatever has it was that database once. */
export function endOf(db: Replaced) {
  const { id, hash } = auditLog;
  return db.select({ id, hash }).from(auditLog).orderBy(desc(id)).limit(1).get();
}

/**
 * Whether the replaced database is the one that the backup was made of, at a later time. Without clocks: it goes on where the
 * backup's log ends, and no other backup was restored since. Otherwise neither of both knows all.
 *
 * @param end of the backup's log, see `endOf`
 * @param since when the backup was made: its name in the log
 */
export function isLaterThan(
  replaced: Replaced,
  { end, since }: { end: ReturnType<typeof endOf>; since: string },
): boolean {
  const { id, hash, action, subject } = auditLog;
  const isOne = (which: SQL | undefined) => replaced.select({ id }).from(auditLog).where(which).limit(1).get();
  if (!end || !isOne(and(eq(id, end.id), eq(hash, end.hash)))) return false;
  return isOne(and(gt(id, end.id), eq(action, 'backup.restored'), ne(subject, since))) === undefined;
}

type Beginning = ReturnType<typeof beginningOf>;

/** @returns a sentence's end if two databases are not of one site */
export function whyNotOfOneSite(replaced: Beginning, backup: Beginning): string | undefined {
  return isDeepStrictEqual(replaced, backup) ? undefined : 'the replaced database is of another site';
}

/** So many rows are in memory at once. */
const portion = 500;

interface Ordered<Table, Name> {
  table: Table;
  /** A column that is another one in each row. */
  by: Name;
  which?: SQL | undefined;
}

/** The rows of a table that may be a large one, in order. */
export function* rowsOf<Name extends string, Table extends SQLiteTable & Record<Name, SQLiteColumn>>(
  db: Replaced,
  { table, by, which }: Ordered<Table, Name & keyof Table['$inferSelect']>,
): Generator<Table['$inferSelect']> {
  const column = table[by];
  let last: Table['$inferSelect'] | undefined;
  do {
    const isNext = and(which, last && gt(column, last[by]));
    const ordered = db
      .select()
      .from(table as SQLiteTable)
      .where(isNext)
      .orderBy(asc(column));
    const rows = ordered.limit(portion).all() as Table['$inferSelect'][];
    yield* rows;
    last = rows.length === portion ? rows.at(-1) : undefined;
  } while (last !== undefined);
}
