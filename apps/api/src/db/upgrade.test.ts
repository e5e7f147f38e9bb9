import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrationsDir } from '../config.ts';
import { openDatabase } from './client.ts';
import { compareMigrations } from './migrations.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'threadline-upgrade-'));
  file = join(folder, 'threadline.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A database as the first version left it. */
function makeOldDatabase(): void {
  const old = join(folder, 'migrations');
  cpSync(migrationsDir, old, { recursive: true });
  const journal = join(old, 'meta/_journal.json');
  const all = JSON.parse(readFileSync(journal, 'utf8'));
  writeFileSync(journal, JSON.stringify({ ...all, entries: all.entries.slice(0, 1) }));
  const client = new Database(file);
  migrate(drizzle(client), { migrationsFolder: old });
  client.exec("insert into revisions (at) values ('2026-01-01T00:00:00.000Z')");
  client.close();
}

function stateOf(path: string) {
  const client = new Database(path, { readonly: true });
  try {
    const { rows } = client.prepare('select count(*) as rows from revisions').get() as { rows: number };
    return { ...compareMigrations(client), rows };
  } finally {
    client.close();
  }
}

test('an upgrade keeps a private copy of the database as it was', () => {
  makeOldDatabase();
  const before = stateOf(file);
  expect(before.pending).toBeGreaterThan(0);
  openDatabase(file).$client.close();
  expect(stateOf(file)).toEqual({ pending: 0, unknown: 0, rows: 1 });
  const copy = join(folder, 'backups', 'before-upgrade.db');
  expect(stateOf(copy)).toEqual(before);
  expect(statSync(copy).mode & 0o077).toBe(0);
});

test('a new database, and one that is up to date, need no copy', () => {
  for (let start = 0; start < 2; start += 1) openDatabase(file).$client.close();
  expect(existsSync(join(folder, 'backups'))).toBe(false);
});

test('a database that a newer version has changed is left alone', () => {
  const newer = openDatabase(file);
  newer.$client.exec("insert into __drizzle_migrations (hash, created_at) values ('x', 99999999999999)");
  newer.$client.close();
  const before = readFileSync(file);
  expect(() => openDatabase(file)).toThrow(
    'The database was made by a newer version: 1 of its changes are unknown here.',
  );
  expect(readFileSync(file)).toEqual(before);
});
