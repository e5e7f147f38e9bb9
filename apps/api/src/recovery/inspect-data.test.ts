import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openOnDisk } from '../../test/new-database.ts';
import { newTempFolder } from '../../test/temp-folders.ts';
import { loadConfig } from '../config.ts';
import { revisions } from '../db/schema.ts';
import { type KeyName, keyFiles, readKey } from '../keys.ts';
import { inspectData } from './inspect-data.ts';

/** A data folder with every key and, if asked for, traces of published content. */
function createDataFolder({ traces = ['releases'] as string[] } = {}) {
  const dataDir = newTempFolder();
  const file = join(dataDir, 'threadline.db');
  const db = openOnDisk(file);
  db.insert(revisions).values({ revision: 1, at: '2026-11-21T10:00:00.000Z' }).run();
  db.$client.close();
  for (const name of Object.keys(keyFiles) as KeyName[]) readKey(dataDir, name);
  const entries: Record<string, string> = {
    releases: '000001-0123abcd',
    media: 'a-480.webp',
    backups: '2026-11-21T10-00-00-000Z',
  };
  for (const trace of traces) mkdirSync(join(dataDir, trace, entries[trace] ?? ''), { recursive: true });
  const config = loadConfig({ DATA_DIR: dataDir });
  return { dataDir, file, inspect: () => inspectData(config) };
}

function overwrite(file: string, position: number): void {
  const body = readFileSync(file);
  body.fill(0xff, position, position + 4096);
  writeFileSync(file, body);
}

test('a folder in use has no fault, and neither has an empty one', () => {
  expect(createDataFolder().inspect()).toBeUndefined();
  expect(inspectData(loadConfig({ DATA_DIR: newTempFolder() }))).toBeUndefined();
});

test.each<[string, (file: string) => void, string]>([
  ['missing', (file) => rmSync(file), 'is missing'],
  ['empty', (file) => writeFileSync(file, ''), 'is empty'],
  ['truncated', (file) => truncateSync(file, 8192), 'is truncated'],
  ['cut inside its header', (file) => truncateSync(file, 50), 'is truncated'],
  ['damaged in the schema', (file) => overwrite(file, 100), 'is damaged'],
  ['damaged in a table', (file) => overwrite(file, 5 * 4096), 'is damaged'],
  ['not a database', (file) => writeFileSync(file, 'x'.repeat(20_000)), 'is not a SQLite database'],
])('a database that is %s is a fault', (_case, damage, reason) => {
  const { file, inspect } = createDataFolder();
  damage(file);
  expect(inspect()).toMatchObject({
    part: 'database',
    sentence: `The database ${file} ${reason}. The folder still holds releases, keys.`,
    advice: [
      { command: 'npm run cli -- restore latest' },
      { command: 'npm run cli -- restore <file.tar>' },
      { command: 'npm run cli -- start-over --yes' },
    ],
  });
});

test('the database of another program, or of a newer version, is a fault', () => {
  const { file, inspect } = createDataFolder();
  rmSync(file);
  const other = new Database(file);
  other.exec('create table notes (text)');
  expect(inspect()?.sentence).toContain('belongs to another program');
  other.exec(
    "create table __drizzle_migrations (id integer, hash text, created_at integer); insert into __drizzle_migrations values (1, 'x', 4102444800000)",
  );
  other.close();
  expect(inspect()?.sentence).toContain('was written by a newer version');
});

test.each(['releases', 'media', 'backups'])('a database without content beside %s is a fault', (trace) => {
  const { file, inspect } = createDataFolder({ traces: [trace] });
  openOnDisk(file).$client.close();
  expect(inspect()?.sentence).toContain(`is empty. The folder still holds ${trace}`);
});

test('a first start that was stopped before it had any content is simply started again', () => {
  const { file, inspect } = createDataFolder({ traces: [] });
  openOnDisk(file).$client.close();
  expect(inspect()).toBeUndefined();
});

test('keys that a publisher made before the first database are no fault', () => {
  const dataDir = newTempFolder();
  for (const name of ['publisher-token', 'webhook-secret'] as const) readKey(dataDir, name);
  expect(inspectData(loadConfig({ DATA_DIR: dataDir }))).toBeUndefined();
});

test.each(
  (Object.keys(keyFiles) as KeyName[]).flatMap((name) => [
    [name, 'is empty', (file: string) => writeFileSync(file, ' \n')] as const,
    [name, 'is damaged', (file: string) => writeFileSync(file, 'garbage')] as const,
    [
      name,
      'cannot be read (EISDIR)',
      (file: string) => {
        rmSync(file);
        mkdirSync(file);
      },
    ] as const,
  ]),
)('the key file %s that %s is named with the consequence and the command', (name, fault, damage) => {
  const { dataDir, inspect } = createDataFolder();
  const file = join(dataDir, 'keys', name);
  damage(file);
  const found = inspect();
  expect(found).toMatchObject({ part: 'key', sentence: `The key file ${file} ${fault}.` });
  expect(found?.advice).toMatchObject([
    { text: expect.stringContaining(keyFiles[name].consequence), command: `npm run cli -- key reset ${name}` },
  ]);
});

test('a key that the environment gives is not looked for in its file', () => {
  const { dataDir } = createDataFolder();
  writeFileSync(join(dataDir, 'keys', 'webhook-secret'), '');
  const secret = keyFiles['webhook-secret'].create();
  expect(inspectData(loadConfig({ DATA_DIR: dataDir, WEBHOOK_SECRET: secret }))).toBeUndefined();
});
