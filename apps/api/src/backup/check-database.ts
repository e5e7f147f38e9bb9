import type { Database } from 'better-sqlite3';
import { type Db, openDatabase } from '../platform/db/client.ts';
import { databaseFaults } from '../platform/db/sqlite-errors.ts';
import { isDiskFull } from '../platform/storage/disk-full.ts';

/**
 * Brings a restored copy to the newest schema and looks whether it is a database of this program and nothing else.
 *
 * @param file a copy that nobody else uses; migrations are applied to it
 * @returns what is wrong, in sentences; empty when all is well
 */
export function restoredDatabaseFaults(file: string): string[] {
  let copy: Db;
  try {
    copy = openDatabase(file);
  } catch (error) {
    if (isDiskFull(error)) throw error;
    return [error instanceof Error ? error.message : String(error)];
  }
  try {
    return [...databaseFaults(copy.$client), ...schemaFaults(copy.$client)];
  } finally {
    copy.$client.close();
  }
}

/** A trigger or a view that is not ours would run with our rights, also one that has the name of one of ours. */
function schemaFaults(client: Database): string[] {
  const fresh = openDatabase(':memory:');
  try {
    const known = objectsOf(fresh.$client);
    const found = objectsOf(client);
    const shared = [...found].filter(([name]) => known.has(name));
    return [
      ...[...found.keys()].filter((name) => !known.has(name)).map((name) => `${name} does not belong into it`),
      ...[...known.keys()].filter((name) => !found.has(name)).map((name) => `${name} is missing`),
      ...shared
        .filter(([name, made]) => known.get(name) !== made)
        .map(([name]) => `${name} is not the one of this program`),
    ];
  } finally {
    fresh.$client.close();
  }
}

/** What there is, and the words that made it. Both have been through the same migrations, so only blanks may differ. */
function objectsOf(client: Database): Map<string, string> {
  const rows = client.prepare("select type, name, sql from sqlite_master where name not like 'sqlite_%'").all();
  return new Map(
    (rows as { type: string; name: string; sql: string | null }[]).map(({ type, name, sql }) => [
      `${type} ${name}`,
      (sql ?? '').replace(/\s+/g, ' ').trim(),
    ]),
  );
}
