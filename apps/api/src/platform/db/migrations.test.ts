import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrationsDir } from '../../config.ts';
import { openDatabase } from './client.ts';
import { compareMigrations } from './migrations.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'threadline-migrations-'));
  file = join(folder, 'threadline.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Returns a folder with the migrations of the product and an additional one of a later version. */
function addMigration(sql: string): string {
  const migrations = join(folder, 'migrations');
  cpSync(migrationsDir, migrations, { recursive: true });
  const journalFile = join(migrations, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(journalFile, 'utf8'));
  const next = { idx: 1, version: '6', when: 4_000_000_000_000, tag: '0001_next', breakpoints: true };
  writeFileSync(journalFile, JSON.stringify({ ...journal, entries: [...journal.entries, next] }));
  writeFileSync(join(migrations, '0001_next.sql'), sql);
  return migrations;
}

function readState(path: string, migrations: string) {
  const client = new Database(path, { readonly: true });
  try {
    const { rows } = client.prepare('select count(*) as rows from revisions').get() as { rows: number };
    return { ...compareMigrations(client, migrations), rows };
  } finally {
    client.close();
  }
}

test('an upgrade keeps a private copy of the previous database [R20]', () => {
  const db = openDatabase(file);
  db.$client.exec("insert into revisions (at) values ('2026-01-01T00:00:00.000Z')");
  db.$client.close();
  const migrations = addMigration('alter table revisions add column note text');
  const states: string[] = [];
  openDatabase(file, (state) => states.push(state), migrations).$client.close();
  expect(states).toEqual(['upgrading', 'upgraded']);
  expect(readState(file, migrations)).toEqual({ pending: 0, unknown: 0, rows: 1 });
  const copy = join(folder, 'backups', 'before-upgrade.db');
  expect(readState(copy, migrations)).toEqual({ pending: 1, unknown: 0, rows: 1 });
  expect(statSync(copy).mode & 0o077).toBe(0);
});

test('neither a new nor a current database is copied', () => {
  for (let start = 0; start < 2; start += 1) openDatabase(file).$client.close();
  expect(existsSync(join(folder, 'backups'))).toBe(false);
});

test('a database migrated by a newer version is neither opened nor changed [R20]', () => {
  const newer = openDatabase(file);
  newer.$client.exec("insert into __drizzle_migrations (hash, created_at) values ('x', 99999999999999)");
  newer.$client.close();
  const before = readFileSync(file);
  expect(() => openDatabase(file)).toThrow(
    'The database was made by a newer version: 1 of its changes are unknown here.',
  );
  expect(readFileSync(file)).toEqual(before);
});
