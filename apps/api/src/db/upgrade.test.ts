import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDeps } from '../../test/create-test-deps.ts';
import { makeOldDatabase } from '../../test/old-database.ts';
import { send } from '../../test/test-app.ts';
import { createApp, createServices } from '../app.ts';
import { seedContent } from '../content/seed.ts';
import { createComposer } from '../mail/compose.ts';
import { linkDigest } from '../mail/link-token.ts';
import { createPreviewLinks } from '../preview/links.ts';
import { openDatabase } from './client.ts';
import { mails } from './enquiry-schema.ts';
import { compareMigrations } from './migrations.ts';

const seedDir = join(import.meta.dirname, '../../../../content-seed');

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'threadline-upgrade-'));
  file = join(folder, 'threadline.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A database as an older version left it, by default the first one. */
function makeOld(migrations = 1, rows = "insert into revisions (at) values ('2026-01-01T00:00:00.000Z')"): void {
  const client = makeOldDatabase(file, migrations);
  client.exec(rows);
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

test('R20 an upgrade keeps a private copy of the database as it was', () => {
  makeOld();
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

test('R20 a database that a newer version has changed is left alone', () => {
  const newer = openDatabase(file);
  newer.$client.exec("insert into __drizzle_migrations (hash, created_at) values ('x', 99999999999999)");
  newer.$client.close();
  const before = readFileSync(file);
  expect(() => openDatabase(file)).toThrow(
    'The database was made by a newer version: 1 of its changes are unknown here.',
  );
  expect(readFileSync(file)).toEqual(before);
});

test('texts of the newsletter that the page no longer shows are removed from the content and its history', () => {
  const at = '2026-11-21T10:00:00.000Z';
  const texts = JSON.stringify({ success: 'Thank you.', unmailed: 'No message can be sent.', note: 'Monthly.' });
  const row = (key: string, value: string) => `'footer', '${key}', '${value}', '{}', 0, 1`;
  const item = (key: string, value: string) =>
    `insert into content_items (section, key, value, metadata, position, version, updated_at) values (${row(key, value)}, '${at}');
     insert into content_history (section, key, value, metadata, position, version, updated_at, revision, operation) values (${row(key, value)}, '${at}', 1, 'create')`;
  makeOld(
    33,
    [
      `insert into revisions (at) values ('${at}')`,
      item('newsletter', texts),
      item('subscribed', '"Confirm it."'),
    ].join(';'),
  );
  const db = openDatabase(file);
  for (const table of ['content_items', 'content_history']) {
    const rows = db.$client.prepare(`select key, value from ${table} where section = 'footer'`).all();
    expect(rows).toEqual([{ key: 'newsletter', value: '{"success":"Thank you.","note":"Monthly."}' }]);
  }
  db.$client.close();
});

test('links that an older version has sent work on, and their tokens are no longer in the file', async () => {
  const token = { data: 'd'.repeat(43), newsletter: 'n'.repeat(32) };
  const at = '2026-11-21T09:50:00.000Z';
  const mail = (seq: number, kind: string, state: string, sent: string) =>
    `insert into mails values (${seq}, 'm${seq}', '${kind}', null, 'a@example.org', 'a@example.org', '${JSON.stringify({ token: sent, reached: [] })}', '${state}', 0, '${at}', null, '${at}', null)`;
  makeOld(
    24,
    [
      `insert into subscribers (email_key, email, created_at, token, asked_at) values ('a@example.org', 'a@example.org', '${at}', '${token.newsletter}', '${at}')`,
      `insert into data_links (token_hash, email_key, created_at, expires_at) values ('${linkDigest(token.data)}', 'a@example.org', '${at}', '2026-11-21T10:50:00.000Z')`,
      mail(1, 'my-data', 'sent', token.data),
      mail(2, 'newsletter-confirmation', 'pending', token.newsletter),
    ].join(';'),
  );
  const db = openDatabase(file);
  const deps = { ...createTestDeps(), db };
  seedContent(createServices(deps).content, seedDir);
  const app = createApp(deps, createServices(deps));
  const open = async (path: string, sent: string) => (await send(app, `${path}?token=${sent}`)).status;
  expect(await open('/api/my-data/view', token.data)).toBe(200);
  expect(await open('/api/newsletter/confirm', token.newsletter)).toBe(200);

  const compose = createComposer(deps, createServices(deps).queries);
  const composed = db.select().from(mails).all().map(compose);
  const made = composed.map(({ text }) => /token=(\S+)/.exec(text)?.[1] ?? '');
  expect(await open('/api/my-data/view', made[0] ?? '')).toBe(200);
  expect(await open('/api/newsletter/confirm', made[1] ?? '')).toBe(200);

  db.$client.close();
  const bytes = readFileSync(file);
  for (const old of Object.values(token)) expect(bytes.includes(old)).toBe(false);
});

test('links to a preview from before their makers were kept stay with the one who has the name, or end', async () => {
  const user = (id: string, name: string) =>
    `insert into users (id, name, email, email_key, password_hash, role, created_at, session_version) values ('${id}', '${name}', '${id}@example.org', '${id}@example.org', '', 'admin', '', 3)`;
  const link = (id: string, by: string) =>
    `insert into preview_links (id, created_at, created_by, expires_at) values ('${id}', '', '${by}', '2099-01-01T00:00:00.000Z')`;
  const people = [user('a', 'Editor'), user('b', 'Twin'), user('c', 'Twin')];
  makeOld(24, [...people, link('1', 'Editor'), link('2', 'Twin'), link('3', 'Nobody')].join(';'));
  const db = openDatabase(file);
  expect(createPreviewLinks({ ...createTestDeps(), db }).list()).toMatchObject([{ id: '1', createdBy: 'Editor' }]);
  db.$client.close();
});

test('receipts of the newsletter become given by the confirmation alone, and withdrawn enquiries are marked', () => {
  const at = (day: number) => `2026-11-${day}T00:00:00.000Z`;
  const consent = (request: string | null, email: string, purpose: string, given: number, withdrawnAt = 'null') =>
    `insert into consents (request_id, email_key, purpose, given, network, at, withdrawn_at) values (${request ? `'${request}'` : 'null'}, '${email}', '${purpose}', ${given}, '', '${at(10)}', ${withdrawnAt})`;
  const subscriber = (email: string, confirmed: string, left = 'null') =>
    `insert into subscribers (email_key, email, created_at, confirmed_at, unsubscribed_at, asked_at, link_id, token_hash) values ('${email}', '${email}', '${at(10)}', ${confirmed}, ${left}, '${at(10)}', '${email}', '${email}')`;
  const columns =
    'id, reference, status, company_name, contact_name, email, email_key, phone, phone_e164, company_size, industry, message, origin, origin_section, origin_slide, origin_cta, page, network, fingerprint, spam_reasons, is_test, is_kept, created_at, due_at, touched_at';
  const enquiry = (id: string) =>
    `insert into contact_requests (${columns}) values ('${id}', '${id}', 'new', ${"'', ".repeat(16)}'[]', 0, 0, '${at(10)}', '${at(12)}', '${at(10)}')`;
  makeOld(
    29,
    [
      ...[enquiry('gone'), enquiry('open')],
      ...[consent('gone', 'left', 'reply', 1, `'${at(15)}'`), consent('open', 'never', 'reply', 1)],
      ...[consent(null, 'joined', 'newsletter', 1), consent(null, 'waiting', 'newsletter', 1)],
      ...[consent('open', 'never', 'newsletter', 0), consent(null, 'left', 'newsletter', 1, `'${at(15)}'`)],
      ...[
        subscriber('joined', `'${at(11)}'`),
        subscriber('waiting', 'null'),
        subscriber('left', `'${at(11)}'`, `'${at(15)}'`),
      ],
    ].join(';'),
  );
  const db = openDatabase(file);
  const rows = (query: string) => db.$client.prepare(query).raw().all();
  expect(rows('select id, withdrawn_at from contact_requests order by id')).toEqual([
    ['gone', at(15)],
    ['open', null],
  ]);
  expect(rows("select email_key, asked, given, confirmed_at from consents where purpose = 'newsletter'")).toEqual([
    ['joined', 1, 1, at(11)],
    ['waiting', 1, 0, null],
    ['never', 0, 0, null],
    ['left', 1, 1, at(11)],
  ]);
  expect(rows("select distinct given, asked from consents where purpose = 'reply'")).toEqual([[1, 0]]);
  expect(rows('select total, members from subscriber_counts')).toEqual([[3, 1]]);
  db.$client.close();
});
