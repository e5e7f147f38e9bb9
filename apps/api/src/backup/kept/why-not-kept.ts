import { SqliteError } from 'better-sqlite3';
import { NewerDatabaseError } from '../../db/migrations.ts';
import { isDiskFull } from '../../disk-full.ts';

/** Damage, or a table or column that is missing. The restored database was found whole: it is the replaced one that has it. */
const unreadable = /^SQLITE_(?:ERROR|CANTOPEN|CORRUPT|NOTADB|IOERR_(?:SHORT_)?READ)/;

/**
 * Why nothing came over from the replaced database, as the end of a sentence. It quotes nobody's details: SQLite names tables
 * and columns, and the words of other errors are left out.
 *
 * @throws Error when the disk is full
 */
export function whyNotKept(error: unknown): string {
  if (isDiskFull(error)) throw error;
  if (error instanceof NewerDatabaseError) return 'the replaced database was made by a newer version';
  const isOfSqlite = error instanceof SqliteError;
  // Lists are kept as JSON.
  const isUnreadable = error instanceof SyntaxError || (isOfSqlite && unreadable.test(error.code));
  if (isUnreadable) return 'the replaced database cannot be read';
  return `rows of the replaced database cannot be brought over (${isOfSqlite ? error.message : (error as Error).name})`;
}
