import { closeSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { createInstallation, editor } from '../../test/cli-fixture.ts';
import { article } from '../../test/content-fixture.ts';
import { verifyPassword } from '../auth/passwords.ts';
import { loadConfig } from '../config.ts';
import { createDraftSchedule } from '../content/draft-schedule.ts';
import { createDraftReader, createDrafts } from '../content/drafts.ts';
import { markRecovery } from '../operations/recovery/serve.ts';
import { passkeys, totpSecrets } from '../platform/db/schema/accounts.ts';
import { auditLog, deliveries, publishing, users } from '../platform/db/schema/core.ts';
import { dayMs } from '../platform/durations.ts';
import { readKey } from '../platform/keys.ts';
import { runCli } from './run.ts';

const title = { section: 'hero', key: 'title', value: 'Hello' };

test.each([[[]], [['help']], [['--help']]])('%j lists the commands', async (args) => {
  const { code, out } = await createInstallation().cli(args);
  expect(code).toBe(0);
  for (const name of ['user create', 'user reset', 'publish', 'doctor', 'backup', 'restore', 'export', 'import']) {
    expect(out).toContain(name);
  }
});

test.each([[['frobnicate']], [['user']], [['user', 'destroy']], [['constructor']]])(
  '%j is refused as unknown',
  async (args) => {
    const { code, err, out } = await createInstallation().cli(args);
    expect(code).toBe(2);
    expect(err).toBe(`There is no command "${args.join(' ')}". See: npm run cli -- help`);
    expect(out).toBe('');
  },
);

test.each([[['user', 'create']], [['user', 'create', 'a@b.c', '--colour', 'red']], [['backup']], [['import']]])(
  '%j shows the usage',
  async (args) => {
    const { code, err } = await createInstallation().cli(args);
    expect(code).toBe(2);
    expect(err).toContain('Usage: npm run cli -- ');
  },
);

test.each(['user reset a@example.org', 'backup copy.tar', 'export -', 'publish', 'doctor'])(
  '%s does not create an installation in an empty folder',
  async (command) => {
    const { cli, dataDir } = createInstallation({ isNew: true });
    const { code, err } = await cli(command.split(' '));
    expect(code).toBe(1);
    expect(err).toContain('There is no database at');
    expect(readdirSync(dataDir)).toEqual([]);
  },
);

test('every mistake in the configuration is named', async () => {
  const complaints: string[] = [];
  const code = await runCli(['publish'], {
    loadConfig: () => loadConfig({ PORT: 'http', SITE_URL: 'nowhere' }),
    input: (async function* () {})(),
    print: () => undefined,
    printError: (line) => complaints.push(line),
    screen: { write: () => true },
  });
  expect(code).toBe(1);
  expect(complaints).toHaveLength(2);
  for (const line of complaints) expect(line).toMatch(/^(?:PORT|SITE_URL) must be /);
});

test('user create generates a password and prints it once', async () => {
  const { cli, open } = createInstallation({ isNew: true });
  const { code, out } = await cli([
    'user',
    'create',
    'editor@example.org',
    '--name',
    'Editor',
    '--role',
    'super_admin',
  ]);
  expect(code).toBe(0);
  const password = /^Password: (\S{16})$/m.exec(out)?.[1] ?? '';
  const row = open().db.select().from(users).get();
  expect(row).toMatchObject({ name: 'Editor', email: 'editor@example.org', role: 'super_admin' });
  expect(await verifyPassword(row?.passwordHash, password)).toBe(true);
});

test('user create reads a password from standard input', async () => {
  const { cli, open } = createInstallation();
  const { out } = await cli(['user', 'create', 'editor@example.org', '--password-stdin'], 'mango-tree-42\n');
  expect(out).not.toContain('mango');
  const row = open().db.select().from(users).get();
  expect(row).toMatchObject({ name: 'editor', role: 'admin' });
  expect(await verifyPassword(row?.passwordHash, 'mango-tree-42')).toBe(true);
});

test.each([
  ['no address', ['editor'], 'mango-tree-42', 'Email is invalid'],
  ['an unknown role', ['a@example.org', '--role', 'owner'], 'mango-tree-42', 'Choose admin or super_admin.'],
  ['a short password', ['a@example.org'], 'abc', 'Password must be at least 6 characters'],
  ['a common password', ['a@example.org'], 'password123', 'too easy to guess'],
  ['an address that is taken', ['EDITOR@example.org'], 'mango-tree-42', 'A user with this email already exists.'],
])('user create with %s adds no account', async (...[, args, password, sentence]) => {
  const { cli, open } = createInstallation();
  await open().users.create(editor, null);
  const { code, err } = await cli(['user', 'create', ...args, '--password-stdin'], password);
  expect(code).toBe(1);
  expect(err).toContain(sentence);
  expect(open().db.select().from(users).all()).toHaveLength(1);
});

test('user reset sets a new password and ends the sessions', async () => {
  const { cli, open } = createInstallation();
  const { db, users: service } = open();
  const { _id: id } = await service.create(editor, null);
  const { code, out } = await cli(['user', 'reset', 'EDITOR@example.org']);
  expect(code).toBe(0);
  const row = db.select().from(users).where(eq(users.id, id)).get();
  expect(await verifyPassword(row?.passwordHash, /^Password: (\S+)$/m.exec(out)?.[1] ?? '')).toBe(true);
  expect(row).toMatchObject({ name: 'Editor', sessionVersion: 2 });
  expect(db.select().from(auditLog).all().at(-1)).toMatchObject({ action: 'user.password-set', byName: null });
});

test('user reset removes passkeys, because they sign in without the new password', async () => {
  const { cli, open } = createInstallation();
  const { db, users: service } = open();
  const { _id: userId } = await service.create(editor, null);
  const at = '2026-11-21T10:00:00.000Z';
  const passkey = { id: 'p', userId, credentialId: 'c', publicKey: Buffer.alloc(1), counter: 0, transports: [] };
  db.insert(passkeys)
    .values({ ...passkey, name: 'Phone', createdAt: at, backedUp: false })
    .run();
  db.update(users).set({ hasSecondFactor: true }).run();
  const { code, out } = await cli(['user', 'reset', 'editor@example.org']);
  expect([code, out]).toEqual([0, expect.stringContaining('Passkeys removed: 1.')]);
  expect(db.select().from(passkeys).all()).toEqual([]);
  expect(db.select().from(users).get()).toMatchObject({ hasSecondFactor: false });
  const actions = db
    .select()
    .from(auditLog)
    .all()
    .map(({ action }) => action);
  expect(actions.slice(-2)).toEqual(['user.password-set', 'user.passkeys-removed']);
});

test('user reset changes nothing if removing the second factor fails', async () => {
  const { cli, open, dataDir } = createInstallation();
  readKey(dataDir, 'second-factor-key');
  const { db, users: service } = open();
  const { _id: userId } = await service.create(editor, null);
  const [at, encryptedSecret] = ['2026-11-21T10:00:00.000Z', ''];
  db.insert(totpSecrets).values({ userId, encryptedSecret, createdAt: at, confirmedAt: at }).run();
  const before = db.select().from(users).all();
  db.$client.exec("create trigger fault before delete on totp_secrets begin select raise(abort, 'fault'); end");
  const reset = cli(['user', 'reset', 'editor@example.org', '--remove-second-factor']);
  await expect(reset).rejects.toThrow('fault');
  expect(db.select().from(users).all()).toEqual(before);
});

test('user reset reports an unknown email address', async () => {
  const { code, err } = await createInstallation().cli(['user', 'reset', 'nobody@example.org']);
  expect([code, err]).toEqual([1, 'There is no account with the email nobody@example.org.']);
});

test('publish requests the target revision again and informs the publisher', async () => {
  const { cli, open } = createInstallation();
  const { content, db } = open();
  content.save([title], null);
  content.save([{ ...title, value: 'Hello again' }], null);
  db.update(deliveries).set({ state: 'failed', attempts: 8 }).run();
  const readPublishing = () => db.select().from(publishing).get();
  const { generation = 0 } = readPublishing() ?? {};
  const { code, out } = await cli(['publish']);
  expect([code, out]).toEqual([0, 'The publisher was requested to publish revision 2 again.']);
  const states = db.select().from(deliveries).all();
  expect(states.map(({ revision, state }) => [revision, state])).toEqual([
    [1, 'failed'],
    [2, 'failed'],
    [2, 'pending'],
  ]);
  expect(readPublishing()).toMatchObject({ generation: generation + 1, targetRevision: 2, state: 'saved' });
});

test('publish reports that there is nothing to publish', async () => {
  const { code, err } = await createInstallation().cli(['publish']);
  expect(code).toBe(1);
  expect(err).toContain('There is no saved content yet');
});

test.each([
  ['export', '-'],
  ['backup', 'copy.tar'],
])('%s reports damage that it finds and suggests a repair', async (...args) => {
  const { cli, file, dataDir } = createInstallation();
  const db = new Database(file);
  // Larger databases are not checked as a whole before they are used.
  db.exec('create table filler (content); insert into filler values (zeroblob(70000000))');
  const page = db.prepare("select rootpage from sqlite_master where name = 'content_items'").pluck().get() as number;
  db.exec("insert into revisions (at) values ('2026-01-01T00:00:00.000Z')");
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(4096, 0xff), 0, 4096, (page - 1) * 4096);
  closeSync(descriptor);
  const { code, err } = await cli(args.map((arg) => (arg.endsWith('.tar') ? join(dataDir, arg) : arg)));
  expect(code).toBe(1);
  expect(err).toContain(`The database ${file} is damaged.`);
  expect(err).toContain('npm run cli -- restore <file.tar>');
});

test('exported content can be imported into another installation', async () => {
  const one = createInstallation();
  one
    .open()
    .content.save([title, { section: 'about', key: 'heading', value: 'About us', metadata: { title: 'H' } }], null, {
      bulk: true,
    });
  const file = join(one.dataDir, 'content.json');
  expect((await one.cli(['export', file])).out).toContain('2 items.');
  expect((await one.cli(['export', '-'])).out).toBe(readFileSync(file, 'utf8').trim());
  const bars = await one.cli(['export', '-'], '', { isTTY: true });
  expect([bars.out, bars.shown.at(-2)]).toEqual([
    readFileSync(file, 'utf8').trim(),
    expect.stringMatching(/^\rWriting \[#+\] 100 % {2}2 of 2$/),
  ]);
  expect(bars.out).toBe(JSON.stringify(JSON.parse(bars.out), null, 2));
  const bar = await createInstallation().cli(['import', file], '', { isTTY: true });
  expect(bar.shown).toEqual([
    expect.stringMatching(/^\rSaving \[#+-+\] {2}50 % {2}1 of 2$/),
    expect.stringMatching(/^\rSaving \[#+\] 100 % {2}2 of 2$/),
    '\n',
  ]);
  const other = createInstallation();
  expect((await other.cli(['import', file])).out).toBe('2 of 2 items changed; this is revision 1.');
  expect((await other.cli(['import', file])).out).toBe('Nothing to import: all items are saved already.');
  const { queries } = other.open().content;
  expect(queries.item('about', 'heading')).toMatchObject({ value: 'About us', metadata: { title: 'H' } });
});

test('drafts and scheduled copies are exported too, and an import never changes a draft that is there', async () => {
  const one = createInstallation();
  const place = { section: 'insights', key: 'article-draft-a', value: article, baseVersion: null, version: undefined };
  const { db, content } = one.open();
  content.save([title], null);
  const now = () => new Date();
  const written = createDrafts({ db, now });
  const { version } = written.save(place, null);
  const at = new Date(Date.now() + dayMs).toISOString();
  const schedule = createDraftSchedule({ db, now }, content, () => undefined);
  schedule.set({ ...place, at, version, target: 'article-a-note' }, { id: 'user-1', name: 'Editor' });
  written.save({ ...place, value: { ...article, title: 'Half a tho' }, version }, null);
  const file = join(one.dataDir, 'content.json');
  expect((await one.cli(['export', file])).out).toContain('1 items, 1 draft.');
  expect((await one.cli(['export', '-'])).out).toBe(JSON.stringify(JSON.parse(readFileSync(file, 'utf8')), null, 2));
  const other = createInstallation();
  expect((await other.cli(['import', file])).out).toContain('1 draft added, 1 of them with a schedule.');
  const { db: otherDb } = other.open();
  const drafts = createDrafts({ db: otherDb, now });
  const found = drafts.find(place);
  expect(found).toMatchObject({ value: { title: 'Half a tho' }, baseVersion: null, schedule: { at, by: 'Editor' } });
  expect(createDraftReader(otherDb).listScheduled()).toMatchObject([{ value: article, target: 'article-a-note' }]);
  expect((await other.cli(['import', file])).out).toContain('0 drafts added.');
  expect(drafts.find(place)).toEqual(found);
});

test.each([
  ['not JSON', '{', 'it is not JSON'],
  ['something else', '{"items":[]}', 'was not written by the command "export"'],
  [
    'an unknown item',
    JSON.stringify({ format: 'threadline-content-1', items: [title, { ...title, key: 'colour' }] }),
    'no such content item',
  ],
  [
    'a value that does not fit',
    JSON.stringify({
      format: 'threadline-content-1',
      items: [title, { ...title, section: 'about', key: 'heading', value: 7 }],
    }),
    '/updates/1/value: ',
  ],
])('an import of %s changes nothing [E4]', async (_, text, sentence) => {
  const { cli, dataDir, open } = createInstallation();
  const file = join(dataDir, 'content.json');
  writeFileSync(file, text);
  const { code, err } = await cli(['import', file]);
  expect(code).toBe(1);
  expect(err).toContain(sentence);
  expect(open().content.queries.workingCopy()).toEqual([]);
});

test('start-over reports whether the server has to be started', async () => {
  const stopped = createInstallation();
  expect((await stopped.cli(['start-over', '--yes'])).out).toContain('The next start makes a new site');
  const { cli, dataDir } = createInstallation();
  onTestFinished(markRecovery(dataDir));
  expect((await cli(['start-over', '--yes'])).out).toContain('The running server makes a new site by itself');
});
