import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { migrationsDir } from '../../config.ts';

/** The database was written by a newer version of the program: using it with this one could lose data. */
export class NewerDatabaseError extends Error {
  constructor(unknown: number) {
    super(
      `The database was made by a newer version: ${unknown} of its changes are unknown here. Start that version again, or restore a backup.`,
    );
    this.name = 'NewerDatabaseError';
  }
}

/** Returns how many migrations a database still needs, and how many this version does not know. */
export function compareMigrations(client: Database, folder = migrationsDir): { pending: number; unknown: number } {
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { when: number }[];
  };
  const known = new Set(entries.map(({ when }) => when));
  const applied = listAppliedMigrations(client);
  return {
    pending: entries.filter(({ when }) => !applied.has(when)).length,
    unknown: [...applied].filter((when) => !known.has(when)).length,
  };
}

/** Returns the times of the applied migrations, by which drizzle identifies them. */
function listAppliedMigrations(client: Database): Set<number> {
  const table = client.prepare("select 1 from sqlite_master where name = '__drizzle_migrations'").get();
  if (!table) return new Set();
  const rows = client.prepare('select created_at as at from __drizzle_migrations').all() as { at: number }[];
  return new Set(rows.map(({ at }) => at));
}
