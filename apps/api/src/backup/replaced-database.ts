import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { asc } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import type { Db } from '../db/client.ts';
import { compareMigrations, NewerDatabaseError } from '../db/migrations.ts';
import { auditLog } from '../db/schema.ts';
import { whyNotKept } from './why-not-kept.ts';

/** The database that is about to be replaced, for reading only. */
export type Replaced = Pick<Db, 'select'>;

/**
 * Hands the database that is about to be replaced to whoever reads it.
 *
 * @param file see `inTodaysSchema`
 * @returns what the reader returns; a sentence's end instead, if there is no database or that has failed
 * @throws Error when the disk is full
 */
export function readReplaced<Answer>(file: string, read: (replaced: Replaced) => Answer): Answer | string {
  if (!existsSync(file)) return 'there was no database here';
  try {
    const client = new Database(file, { readonly: true });
    try {
      const { unknown } = compareMigrations(client);
      if (unknown > 0) throw new NewerDatabaseError(unknown);
      return read(drizzle(client, { casing: 'snake_case' }));
    } finally {
      client.close();
    }
  } catch (error) {
    return whyNotKept(error);
  }
}

/** Which site a database is of: the log is never cut, so that a database and its backups begin with the same entry. */
export function beginningOf(db: Pick<Db, 'select'>) {
  const { at, action, subject, hash } = auditLog;
  return db.select({ at, action, subject, hash }).from(auditLog).orderBy(asc(auditLog.id)).limit(1).get();
}

/** So many rows are in memory at once. */
const portion = 500;

/** Rows of a table that may be a large one. @param read at most `limit` rows, those that come after `last` */
export function* inPortions<Row>(read: (last: Row | undefined, limit: number) => Row[]): Generator<Row> {
  let last: Row | undefined;
  do {
    const rows = read(last, portion);
    yield* rows;
    last = rows.length === portion ? rows.at(-1) : undefined;
  } while (last !== undefined);
}
