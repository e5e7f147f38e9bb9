import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { madeByNewerVersion, ofAnotherSite, useInstallation } from '../../../test/backup-scene.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import { makeOlder } from '../../../test/old-database.ts';
import { createVisitors, peopleIn, peopleInFile } from '../../../test/visitors-scene.ts';
import { checkAuditChain } from '../../audit/chain.ts';
import { loadConfig } from '../../config.ts';
import { openDatabase } from '../../db/client.ts';
import { contactRequests, enquiryNotes } from '../../db/enquiry-schema.ts';
import { auditLog, users } from '../../db/schema.ts';
import { createUserService } from '../../users/service.ts';

const site = useInstallation();
const file = (name = '') => site.inData(`threadline.db${name}`);
const author = { id: 'author', name: 'Author' };
const first = 'first@example.org';
const second = 'second@example.org';

/** The server on what a restore has left. */
function start() {
  const db = openDatabase(file());
  onTestFinished(() => void db.$client.close());
  const deps = { ...site.deps(), db };
  return { db, deps, visitors: createVisitors(deps) };
}

const withoutPlace = <Row extends { seq: number }>(rows: Row[]) => rows.map(({ seq: _, ...row }) => row);

test('enquiries that came after the backup come over with receipts, notes, state and messages, and are named', async () => {
  const { config, db, now } = site.deps();
  const team = createUserService({ config, db, now });
  await team.create(
    { name: 'Owner', email: 'owner@example.org', password: 'mango-tree-42', role: 'super_admin' },
    null,
  );
  const visitors = createVisitors(site.deps());
  await visitors.enquire(first);
  const id = await site.backUp();
  const { body } = await visitors.enquire(second, { consentWhatsapp: true, consentNewsletter: true, key: 'key-2' });
  await visitors.enquire('third@example.org');
  const owner = db.select().from(users).get();
  const [, newer] = peopleIn(db).enquiries;
  const newerId = newer?.id ?? '';
  visitors.services.enquiries.note(newerId, 'Called back.', author);
  visitors.services.enquiries.change(newerId, { assigneeId: owner?.id ?? null }, author);
  visitors.services.enquiries.change(newerId, { status: 'read' }, author);
  const before = peopleIn(db);
  const notes = db.select().from(enquiryNotes).all();

  const text = await site.restore(id);
  const { db: restored, visitors: later } = start();
  const after = peopleIn(restored);
  expect(after.enquiries).toEqual(before.enquiries);
  expect(after.enquiries.map(({ status, assigneeId }) => [status, assigneeId])[1]).toEqual(['read', owner?.id]);
  expect(after.consents).toEqual(before.consents);
  expect(after.subscribers).toEqual(before.subscribers);
  expect(restored.select().from(enquiryNotes).all()).toEqual(notes);
  // Nothing had gone out: all of it still waits, also what waited when the backup was made.
  expect(after.mails.every(({ state }) => state === 'pending')).toBe(true);
  expect(withoutPlace(after.mails)).toEqual(expect.arrayContaining(withoutPlace(before.mails)));
  expect(after.mails).toHaveLength(before.mails.length);
  // The same form sent once more finds its row, and the inbox finds it by its words.
  const again = await later.enquire(second, { consentWhatsapp: true, consentNewsletter: true, key: 'key-2' });
  expect([again.status, again.body.reference]).toEqual([200, body.reference]);
  expect(peopleIn(restored).enquiries).toHaveLength(3);
  const search = "select count(*) as n from contact_request_search where contact_request_search match 'third'";
  expect(restored.$client.prepare(search).get()).toEqual({ n: 1 });
  const references = before.enquiries.slice(1).map(({ reference }) => reference);
  expect(text).toContain(`2 enquiries that came after the backup are brought over: ${references.join(', ')}.`);
  const entry = restored.select().from(auditLog).where(eq(auditLog.action, 'backup.enquiries-kept')).all();
  expect(entry).toMatchObject([{ subject: '2 enquiries' }]);
  expect(checkAuditChain(restored.$client).faults).toEqual([]);
  expect(restored.$client.pragma('integrity_check', { simple: true })).toBe('ok');
});

test('each message of such an enquiry goes out once: what was sent before the restore is not sent again', async () => {
  const server = await startMailServer();
  onTestFinished(server.stop);
  const config = loadConfig({
    ...{ DATA_DIR: site.inData(), SITE_URL: 'http://site.test', PORT: '4' },
    ...{ SMTP_URL: server.url, LEADS_TO: 'team@example.org', MAIL_FROM: 'site@example.org' },
  });
  const id = await site.backUp();
  const visitors = createVisitors({ ...site.deps(), config });
  await visitors.enquire(first);
  await visitors.services.worker.sendDue();
  await visitors.services.worker.stop();
  await visitors.enquire(second);
  const names = peopleIn(site.deps().db).mails.map((mail) => mail.id);
  await site.restore(id);
  const { db, deps } = start();
  expect(peopleIn(db).mails.map(({ id, state }) => [id, state])).toEqual(
    names.map((name, place) => [name, place < 2 ? 'sent' : 'pending']),
  );
  const { worker } = createVisitors({ ...deps, config }).services;
  await worker.sendDue();
  await worker.stop();
  const sent = (await server.messages()).map(({ messageId }) => messageId);
  expect(sent).toHaveLength(4);
  expect(new Set(sent).size).toBe(4);
  for (const name of names) expect(sent.filter((each) => each?.includes(name))).toHaveLength(1);
});

test('a second restore doubles nothing', async () => {
  const visitors = createVisitors(site.deps());
  const id = await site.backUp();
  await visitors.enquire(first, { consentNewsletter: true, key: 'key-1' });
  await site.restore(id);
  const once = peopleInFile(file());
  expect(once.enquiries).toHaveLength(1);
  expect(await site.restore(id)).toContain('1 enquiry that came after the backup is brought over: TL-');
  expect(peopleInFile(file())).toEqual(once);
});

test('an enquiry that was erased since it came after the backup does not come over', async () => {
  const visitors = createVisitors(site.deps());
  const id = await site.backUp();
  await visitors.enquire(first);
  site.clock().advance(60_000);
  visitors.services.eraser.erasePerson(first, 'request', null);
  expect(await site.restore(id)).not.toContain('brought over');
  expect(peopleInFile(file()).enquiries).toEqual([]);
});

test('a client’s file that an erasure has left is not erased by a restore', async () => {
  const visitors = createVisitors(site.deps());
  await visitors.enquire(first);
  const id = await site.backUp();
  await visitors.enquire(first, { message: 'Another matter.' });
  for (const row of peopleIn(site.deps().db).enquiries)
    visitors.services.enquiries.change(row.id, { isKept: true }, author);
  await visitors.signUp(first);
  site.clock().advance(60_000);
  visitors.services.eraser.erasePerson(first, 'request', null);
  await site.restore(id);
  expect(peopleInFile(file()).enquiries).toMatchObject([{ isKept: true }, { isKept: true }]);
});

test('a key that was forgotten and is used for another enquiry leads to that one', async () => {
  const visitors = createVisitors(site.deps());
  await visitors.enquire(first, { key: 'key-1' });
  const id = await site.backUp();
  site.deps().db.update(contactRequests).set({ idempotencyKey: null }).run();
  await visitors.enquire(second, { key: 'key-1' });
  await site.restore(id);
  expect(peopleInFile(file()).enquiries).toMatchObject([
    { emailKey: first, idempotencyKey: null },
    { emailKey: second, idempotencyKey: 'key-1' },
  ]);
});

test('the replaced database may be of an older version', async () => {
  const id = await site.backUp();
  await createVisitors(site.deps()).enquire(first);
  site.stop();
  // Before there were looks for late enquiries.
  makeOlder(file(), { migrations: 31, tables: ['contact_requests', 'consents', 'mails', 'audit_log'] });
  const [{ reference } = { reference: '' }] = peopleInFile(file('.newer')).enquiries;
  expect(await site.restore(id)).toContain(`brought over: ${reference}.`);
  expect(peopleInFile(file())).toMatchObject({ enquiries: [{ reference }], mails: [{}, {}] });
});

const harms: [string, string, string, () => void][] = [
  [
    'is damaged',
    'the replaced database cannot be read',
    'How many is not known',
    () => writeFileSync(file(), 'no database at all'),
  ],
  ['lacks the messages', 'the replaced database cannot be read', 'There are 2', () => site.change('drop table mails')],
  [
    'is of a newer version',
    'the replaced database was made by a newer version',
    'There are 2',
    () => site.change(madeByNewerVersion),
  ],
  ['is of another site', 'the replaced database is of another site', 'There are 2', () => site.change(ofAnotherSite)],
];
test.each(harms)(
  'none comes over, and where they are is said, when the replaced database %s',
  async (_, why, number, harm) => {
    const visitors = createVisitors(site.deps());
    await visitors.enquire(first);
    const id = await site.backUp();
    await visitors.enquire(second);
    await visitors.enquire('third@example.org');
    site.stop();
    harm();
    const text = await site.restore(id);
    expect(text).toContain(
      `Enquiries that only the replaced database has are not brought over, since ${why}. ${number}.`,
    );
    const [, kept = '', until = ''] = /It is kept in (\S+) until (\d{4}-\d\d-\d\d):/.exec(text) ?? [];
    expect(readFileSync(join(kept, 'threadline.db')).length).toBeGreaterThan(0);
    expect(Math.round((Date.parse(until) - Date.now()) / 86_400_000)).toBeGreaterThanOrEqual(29);
    expect(peopleInFile(file()).enquiries).toMatchObject([{ emailKey: first }]);
  },
);

test('a clean machine has nothing to bring over, and nothing is said of it', async () => {
  await createVisitors(site.deps()).enquire(first);
  const id = await site.backUp();
  site.stop();
  renameSync(file(), file('.away'));
  expect(await site.restore(id)).not.toContain('brought over');
});
