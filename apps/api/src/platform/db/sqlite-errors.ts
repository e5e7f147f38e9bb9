import BetterSqlite, { type Database } from 'better-sqlite3';

/** Returns the faults of a database as SQLite reports them; an empty list if there are none. Reads every page. */
export function findDatabaseFaults(client: Database): string[] {
  try {
    const integrity = client.pragma('integrity_check') as { integrity_check: string }[];
    const references = client.pragma('foreign_key_check') as { table: string; parent: string }[];
    return [
      ...integrity.map((row) => row.integrity_check).filter((result) => result !== 'ok'),
      ...references.map(({ table, parent }) => `a row of ${table} points at a missing row of ${parent}`),
    ];
  } catch (error) {
    // Some kinds of damage end the check itself.
    if (!isDamage(error)) throw error;
    return [error.message];
  }
}

/** Returns whether SQLite has reported that a file is damaged or not a database. */
export function isDamage(error: unknown): error is Error {
  return error instanceof BetterSqlite.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code);
}
