import { cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { migrationsDir } from '../src/config.ts';
import { addLinkDigest } from '../src/db/link-digest.ts';
import { newTempFolder } from './temp-folders.ts';

/** A database with only so many of the migrations, the oldest ones. Whoever asks for it closes it. */
export function makeOldDatabase(file: string, migrations: number): Database.Database {
  const old = newTempFolder();
  cpSync(migrationsDir, old, { recursive: true });
  const journal = join(old, 'meta/_journal.json');
  const all = JSON.parse(readFileSync(journal, 'utf8'));
  writeFileSync(journal, JSON.stringify({ ...all, entries: all.entries.slice(0, migrations) }));
  const client = new Database(file);
  addLinkDigest(client);
  migrate(drizzle(client), { migrationsFolder: old });
  return client;
}

/** Makes the database of a file one of an older version, with what it has in these tables. */
export function makeOlder(file: string, { migrations, tables }: { migrations: number; tables: string[] }): void {
  const newer = `${file}.newer`;
  renameSync(file, newer);
  const older = makeOldDatabase(file, migrations);
  older.exec(`attach '${newer}' as newer`);
  for (const table of tables) older.exec(`insert into ${table} select * from newer.${table}`);
  older.close();
}
