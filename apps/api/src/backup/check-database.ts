import type { Database } from 'better-sqlite3';
import { type Db, openDatabase } from '../db/client.ts';
import { databaseFaults } from '../db/faults.ts';

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
    return [error instanceof Error ? error.message : String(error)];
  }
  try {
    return [...databaseFaults(copy.$client), ...schemaFaults(copy.$client)];
  } finally {
    copy.$client.close();
  }
}

/** A trigger or a view that is not ours would run with our rights. */
function schemaFaults(client: Database): string[] {
  const fresh = openDatabase(':memory:');
  try {
    const known = objectsOf(fresh.$client);
    const found = objectsOf(client);
    return [
      ...[...found].filter((name) => !known.has(name)).map((name) => `${name} does not belong into it`),
      ...[...known].filter((name) => !found.has(name)).map((name) => `${name} is missing`),
    ];
  } finally {
    fresh.$client.close();
  }
}

function objectsOf(client: Database): Set<string> {
  const rows = client.prepare("select type, name from sqlite_master where name not like 'sqlite_%'").all();
  return new Set((rows as { type: string; name: string }[]).map(({ type, name }) => `${type} ${name}`));
}
