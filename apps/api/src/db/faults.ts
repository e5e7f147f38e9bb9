import type { Database } from 'better-sqlite3';

/** What SQLite itself finds wrong with a database, in its words; empty when all is well. Reads every page. */
export function databaseFaults(client: Database): string[] {
  const integrity = client.pragma('integrity_check') as { integrity_check: string }[];
  const references = client.pragma('foreign_key_check') as { table: string; parent: string }[];
  return [
    ...integrity.map((row) => row.integrity_check).filter((result) => result !== 'ok'),
    ...references.map(({ table, parent }) => `a row of ${table} points at a missing row of ${parent}`),
  ];
}
