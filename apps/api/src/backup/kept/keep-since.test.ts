import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { madeByNewerVersion, ofAnotherSite, useInstallation } from '../../../test/backup-scene.ts';
import { makeOlder } from '../../../test/old-database.ts';
import { createVisitors, peopleInFile } from '../../../test/visitors-scene.ts';
import { checkAuditChain } from '../../audit/chain.ts';
import { openDatabase } from '../../db/client.ts';
import { auditLog } from '../../db/schema.ts';

const site = useInstallation();
const email = 'sender@example.org';
const unread = 'requests about personal details and the state of enquiries are those of the backup, since ';
const file = (name = '') => site.inData(`threadline.db${name}`);
const author = { id: 'author', name: 'Author' };

function entries(action: string): string[] {
  const db = openDatabase(file());
  const rows = db.select().from(auditLog).where(eq(auditLog.action, action)).all();
  expect(checkAuditChain(db.$client).faults).toEqual([]);
  db.$client.close();
  return rows.map(({ subject }) => subject);
}

/** Somebody with an enquiry and the newsletter, in a backup, and gone from both after it. */
async function withdrawnAfterBackup(): Promise<string> {
  const visitors = createVisitors(site.deps());
  await visitors.enquire(email, { consentNewsletter: true, consentWhatsapp: true });
  await visitors.confirm(email);
  const id = await site.backUp();
  expect((await visitors.useMyData(email, 'withdraw')).status).toBe(200);
  return id;
}

test('consent that was withdrawn after the backup, and the newsletter that was left, stay so after a restore', async () => {
  const id = await withdrawnAfterBackup();
  const at = site.deps().now().toISOString();
  const text = await site.restore(id);
  const { enquiries, subscribers, consents, requests, mails } = peopleInFile(file());
  expect(enquiries).toMatchObject([{ withdrawnAt: at, status: 'closed' }]);
  expect(subscribers).toMatchObject([{ emailKey: email, unsubscribedAt: at }]);
  expect(consents.filter(({ given }) => given).map(({ withdrawnAt }) => withdrawnAt)).toEqual([at, at]);
  expect(requests).toMatchObject([{ kind: 'withdrawal', doneAt: at }]);
  expect(mails.filter(({ kind }) => kind === 'acknowledgement')).toMatchObject([{ state: 'dismissed' }]);
  const words =
    '1 enquiry whose sender withdrew consent, 2 receipts of consent that was withdrawn, 1 leaving of the newsletter, 1 request about personal details';
  expect(text).toContain(`What people have decided since the backup stays so: ${words}.`);
  expect(entries('backup.wishes-kept')).toEqual([words]);
  expect(text).not.toContain(email);
});

test('who left by the link of the newsletter stays out, and who joined since the backup stays in', async () => {
  const visitors = createVisitors(site.deps());
  for (const each of ['left@example.org', 'unsure@example.org']) await visitors.signUp(each);
  await visitors.confirm('left@example.org');
  const id = await site.backUp();
  const at = site.deps().now().toISOString();
  await visitors.leave('left@example.org');
  await visitors.confirm('unsure@example.org');
  await visitors.signUp('new@example.org');
  const before = peopleInFile(file());
  await site.restore(id);
  const { subscribers, consents, mails } = peopleInFile(file());
  const bySort = <Row extends { emailKey: string }>(rows: Row[]) =>
    rows.toSorted((a, b) => a.emailKey.localeCompare(b.emailKey));
  expect(bySort(subscribers)).toEqual(bySort(before.subscribers));
  expect(bySort(subscribers)).toMatchObject([{ unsubscribedAt: at }, { confirmedAt: null }, { confirmedAt: at }]);
  expect(consents).toEqual(before.consents);
  // The question to whoever is new still goes out, under its own name.
  expect(mails.map(({ id, state }) => [id, state])).toEqual(before.mails.map(({ id, state }) => [id, state]));
});

test('a subscriber who left and was erased by time since does not come back', async () => {
  const visitors = createVisitors(site.deps());
  await visitors.signUp(email);
  await visitors.confirm(email);
  const id = await site.backUp();
  await visitors.leave(email);
  for (let day = 0; day < 40; day++) {
    site.clock().advance(86_400_000);
    visitors.services.eraser.sweep();
  }
  expect(peopleInFile(file()).subscribers).toEqual([]);
  await site.restore(id);
  const { subscribers, consents } = peopleInFile(file());
  expect([subscribers, consents]).toEqual([[], []]);
});

test('details that were corrected since the backup stay corrected, with all that goes to their address', async () => {
  const visitors = createVisitors(site.deps());
  await visitors.enquire(email, { consentNewsletter: true });
  await visitors.enquire('other@example.org', { companyName: 'Other' });
  const id = await site.backUp();
  const newEmail = 'better@example.org';
  visitors.services.person.correct({ email, newEmail, contactName: 'Right Name' }, author);
  const corrected = peopleInFile(file());
  const text = await site.restore(id);
  const { enquiries, subscribers, consents, mails } = peopleInFile(file());
  expect([enquiries, subscribers, consents]).toEqual([corrected.enquiries, corrected.subscribers, corrected.consents]);
  expect(mails.map(({ id, emailKey }) => [id, emailKey])).toEqual(
    corrected.mails.map(({ id, emailKey }) => [id, emailKey]),
  );
  expect(text).toContain('1 corrected enquiry');
});

test('requests about personal details that came or were done since the backup are kept', async () => {
  const { rights } = createVisitors(site.deps()).services;
  rights.add({ kind: 'access', email, note: 'By post.' }, author);
  const id = await site.backUp();
  rights.finish(1, author);
  rights.add({ kind: 'grievance', email, note: 'By telephone.' }, author);
  const before = peopleInFile(file()).requests;
  expect(await site.restore(id)).toContain('2 requests about personal details');
  expect(peopleInFile(file()).requests).toEqual(before);
});

test('a second restore brings nothing twice and takes nothing back', async () => {
  const id = await withdrawnAfterBackup();
  await site.restore(id);
  const once = peopleInFile(file());
  await site.restore(id);
  expect(peopleInFile(file())).toEqual(once);
});

test('what was withdrawn before a newer backup stays so, though an older one was restored in between without it', async () => {
  const older = await withdrawnAfterBackup();
  const newer = await site.backUp();
  site.stop();
  renameSync(file(), file('.away'));
  expect(await site.restore(older)).toContain(`${unread}there was no database here`);
  expect(peopleInFile(file()).enquiries).toMatchObject([{ withdrawnAt: null }]);
  await site.restore(newer);
  const { enquiries, subscribers } = peopleInFile(file());
  expect(enquiries).toMatchObject([{ withdrawnAt: expect.any(String) }]);
  expect(subscribers).toMatchObject([{ unsubscribedAt: expect.any(String) }]);
});

test('the replaced database may be of an older version', async () => {
  const id = await withdrawnAfterBackup();
  site.stop();
  // Before there were looks for late enquiries.
  makeOlder(file(), {
    migrations: 31,
    tables: ['contact_requests', 'subscribers', 'consents', 'notices', 'rights_requests', 'mails', 'audit_log'],
  });
  expect(await site.restore(id)).toContain('1 enquiry whose sender withdrew consent');
  expect(peopleInFile(file()).subscribers).toMatchObject([{ unsubscribedAt: expect.any(String) }]);
});

test.each<[string, string, () => void]>([
  ['is not there', 'there was no database here', () => renameSync(file(), file('.away'))],
  ['is damaged', 'the replaced database cannot be read', () => writeFileSync(file(), 'no database at all')],
  ['lacks a table', 'the replaced database cannot be read', () => site.change('drop table rights_requests')],
  [
    'has a list that is no JSON',
    'the replaced database cannot be read',
    () => site.change("update contact_requests set spam_reasons = 'no JSON'"),
  ],
  [
    'has two enquiries of one reference',
    'rows of the replaced database cannot be brought over (UNIQUE constraint failed: contact_requests.reference)',
    () =>
      site.change(`drop index contact_requests_reference;
          create temp table twin as select * from contact_requests;
          update twin set seq = seq + 1, id = 'twin';
          insert into contact_requests select * from twin`),
  ],
  ['is of a newer version', 'the replaced database was made by a newer version', () => site.change(madeByNewerVersion)],
  ['is of another site', 'the replaced database is of another site', () => site.change(ofAnotherSite)],
])(
  'the people are those of the backup, whole, and that is said, when the replaced database %s',
  async (_, why, harm) => {
    const id = await withdrawnAfterBackup();
    site.stop();
    harm();
    expect(await site.restore(id)).toContain(`${unread}${why}: `);
    const { enquiries, subscribers, consents } = peopleInFile(file());
    expect(enquiries).toMatchObject([{ withdrawnAt: null }]);
    expect(subscribers).toMatchObject([{ unsubscribedAt: null }]);
    expect(consents.every(({ withdrawnAt }) => withdrawnAt === null)).toBe(true);
    expect(entries('backup.wishes-kept')).toEqual([]);
    expect(readdirSync(site.inData('backups')).some((name) => name.startsWith('before-restore-'))).toBe(
      !why.startsWith('there was no'),
    );
  },
);
