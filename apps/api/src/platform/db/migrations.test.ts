import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromParts } from '@threadline/schema/rich-text/from-parts';
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
  const next = { idx: 2, version: '6', when: 4_000_000_000_000, tag: '0002_next', breakpoints: true };
  writeFileSync(journalFile, JSON.stringify({ ...journal, entries: [...journal.entries, next] }));
  writeFileSync(join(migrations, '0002_next.sql'), sql);
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

test('articles and pages of an earlier version are converted, with their history', () => {
  const earlier = join(folder, 'earlier');
  cpSync(migrationsDir, earlier, { recursive: true });
  const journalFile = join(earlier, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(journalFile, 'utf8'));
  writeFileSync(journalFile, JSON.stringify({ ...journal, entries: journal.entries.slice(0, 1) }));
  const before = openDatabase(file, undefined, earlier);
  const value = {
    title: 'A',
    minutes: 3,
    body: [{ heading: 'Part', anchor: 'part', text: 'One.\n\nTwo.', ownDetails: '' }],
  };
  const article = ['insights', 'article-a', JSON.stringify(value), '{}', 1, 1, '2026-01-01T00:00:00.000Z'];
  const client = before.$client;
  client.exec("insert into revisions (revision, at) values (1, '2026-01-01T00:00:00.000Z')");
  const columns = 'section, key, value, metadata, position, version, updated_at';
  client.prepare(`insert into content_items (${columns}) values (?, ?, ?, ?, ?, ?, ?)`).run(...article);
  const history = `insert into content_history (revision, operation, ${columns}) values (1, 'create', ?, ?, ?, ?, ?, ?, ?)`;
  client.prepare(history).run(...article);
  client.prepare(history).run('hero', 'title', '"Title"', ...article.slice(3));
  client.close();

  const after = openDatabase(file).$client;
  const converted = { title: 'A', body: fromParts(value.body) };
  for (const table of ['content_items', 'content_history'])
    expect(
      after
        .prepare(`select value from ${table} where section = 'insights'`)
        .pluck()
        .all()
        .map((row) => JSON.parse(String(row))),
    ).toEqual([converted]);
  expect(after.prepare("select value from content_history where section = 'hero'").pluck().get()).toBe('"Title"');
  after.close();
});
