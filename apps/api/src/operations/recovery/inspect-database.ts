import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { compareMigrations, NewerDatabaseError } from '../../platform/db/migrations.ts';
import { isDiskFull } from '../../platform/storage/free-space.ts';

/** Larger databases are opened without reading every page, which would take seconds. */
const maxCheckedBytes = 64 * 1024 ** 2;
const headerBytes = 100;

export interface DatabaseFault {
  /** `missing`: no file, or one of zero bytes. `blank`: a database without tables or content. `full`: the disk is. */
  kind: 'missing' | 'blank' | 'unusable' | 'full';
  /** The end of the sentence "The database <file> …". */
  reason: string;
}

/** Returns why a database file cannot be used as it is. It is opened, but never created or migrated. */
export function inspectDatabase(file: string): DatabaseFault | undefined {
  try {
    const size = statSync(file).size;
    if (size === 0) return { kind: 'missing', reason: 'is empty' };
    return findHeaderFault(file, size) ?? inspectTables(file, size);
  } catch (error) {
    return explainError(error, file);
  }
}

function explainError(error: unknown, file: string): DatabaseFault {
  if (error instanceof NewerDatabaseError) return unusable('was written by a newer version, or by another program');
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return { kind: 'missing', reason: 'is missing' };
  if (/^SQLITE_(?:CORRUPT|NOTADB)/.test(code)) return unusable('is damaged');
  if (/^SQLITE_(?:CANTOPEN|IOERR)/.test(code) && isDiskFull(dirname(file)))
    return { kind: 'full', reason: 'cannot be opened: the disk is full' };
  if (code === 'SQLITE_ERROR') return unusable('belongs to another program');
  if (code === 'SQLITE_BUSY') return unusable('is in use by another program');
  if (code !== '') return unusable(`cannot be opened (${code})`);
  throw error;
}

function unusable(reason: string): DatabaseFault {
  return { kind: 'unusable', reason };
}

/** The file format: https://www.sqlite.org/fileformat2.html#the_database_header */
function findHeaderFault(file: string, size: number): DatabaseFault | undefined {
  const header = Buffer.alloc(headerBytes);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, header, 0, headerBytes, 0);
  } finally {
    closeSync(descriptor);
  }
  if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0') return unusable('is not a SQLite database');
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  const pages = header.readUInt32BE(28);
  // Pages that are still in the write-ahead log may be missing here.
  const hasLog = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  return hasLog === 0 && size < pageSize * pages ? unusable('is truncated') : undefined;
}

function inspectTables(file: string, size: number): DatabaseFault | undefined {
  const client = new Database(file, { fileMustExist: true });
  try {
    if (size <= maxCheckedBytes && client.pragma('quick_check(1)', { simple: true }) !== 'ok')
      return unusable('is damaged');
    const tables = client.prepare("select name from sqlite_master where type = 'table'").pluck().all() as string[];
    if (tables.length === 0) return { kind: 'blank', reason: 'is empty' };
    if (!tables.includes('__drizzle_migrations')) return unusable('belongs to another program');
    const { unknown } = compareMigrations(client);
    if (unknown > 0) throw new NewerDatabaseError(unknown);
    const hasRows = ['revisions', 'users', 'enquiries']
      .filter((table) => tables.includes(table))
      .some((table) => client.prepare(`select 1 from ${table} limit 1`).get() !== undefined);
    return hasRows ? undefined : { kind: 'blank', reason: 'is empty' };
  } finally {
    client.close();
  }
}
