import { renameSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { useInstallation } from '../../../test/backup-scene.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import { createVisitors, peopleIn, peopleInFile } from '../../../test/visitors-scene.ts';
import { checkAuditChain } from '../../audit/chain.ts';
import { loadConfig } from '../../config.ts';
import { openDatabase } from '../../db/client.ts';
import { mails as mailRows } from '../../db/enquiry-schema.ts';
import { auditLog } from '../../db/schema.ts';
import { createUserService } from '../../users/service.ts';

const site = useInstallation();
const file = (name = '') => site.inData(`threadline.db${name}`);
const author = { id: 'author', name: 'Author' };
const sender = 'sender@example.org';
const draftId = '0190b5a0-0000-4000-8000-000000000001';

/** The team at work, with a mail server at that address. */
function workWith(smtpUrl: string) {
  const config = loadConfig({
    ...{ DATA_DIR: site.inData(), SITE_URL: 'http://site.test', PORT: '4' },
    ...{ SMTP_URL: smtpUrl, LEADS_TO: 'team@example.org', MAIL_FROM: 'site@example.org' },
  });
  const open = (db = site.deps().db) => createVisitors({ ...site.deps(), db, config });
  /** The server on what a restore has left. */
  const openRestored = () => {
    const db = openDatabase(file());
    onTestFinished(() => void db.$client.close());
    return { db, ...open(db) };
  };
  return { open, openRestored };
}

async function sendAll({ services: { worker } }: Pick<ReturnType<typeof createVisitors>, 'services'>): Promise<void> {
  await worker.sendDue();
  await worker.stop();
}

type Services = ReturnType<typeof createVisitors>['services'];

const onlyEnquiry = () => peopleIn(site.deps().db).enquiries[0]?.id ?? '';

/** With a mail server that takes everything, and one enquiry. */
async function startWork() {
  const server = await startMailServer();
  onTestFinished(server.stop);
  const { open, openRestored } = workWith(server.url);
  const team = open();
  await team.enquire(sender);
  return { server, team, openRestored, enquiry: onlyEnquiry() };
}

/** With an older and a newer backup, and something done between them. */
async function backUpTwice(act: (services: Services, enquiry: string) => void) {
  const team = workWith('smtp://127.0.0.1:9').open();
  await team.enquire(sender);
  const older = await site.backUp();
  act(team.services, onlyEnquiry());
  return { older, newer: await site.backUp() };
}

/** The database is lost: the older backup has nothing to bring over from. Then the newer one is restored over it. */
async function loseAndRestore(older: string, newer: string): Promise<void> {
  site.stop();
  renameSync(file(), file('.away'));
  await site.restore(older, newer);
}

test('what the team has done since about an enquiry of the backup is brought over, and no message goes out twice', async () => {
  const { server, team, openRestored, enquiry } = await startWork();
  team.services.enquiries.note(enquiry, 'Rang: nobody there.', author);
  const id = await site.backUp();
  team.services.writeReply(enquiry, { subject: 'Your enquiry', text: 'Good morning.', draftId }, author);
  team.services.enquiries.note(enquiry, 'Wrote instead.', author);
  await sendAll(team);
  const before = peopleIn(site.deps().db);
  expect(before.enquiries).toMatchObject([{ status: 'replied', answeredAt: expect.any(String) }]);

  const said = await site.restore(id);
  const restored = openRestored();
  expect(peopleIn(restored.db).enquiries).toEqual(before.enquiries);
  const withoutPlace = (mails: typeof before.mails) => mails.map(({ seq: _, ...mail }) => mail);
  expect(withoutPlace(peopleIn(restored.db).mails)).toEqual(withoutPlace(before.mails));
  expect(peopleIn(restored.db).notes.map(({ text }) => text)).toEqual(['Rang: nobody there.', 'Wrote instead.']);
  await sendAll(restored);
  expect(await server.messages()).toHaveLength(3);
  expect(said).toContain('since the backup about 1 of its enquiries is brought over');
  const entry = restored.db.select().from(auditLog).where(eq(auditLog.action, 'backup.work-kept')).all();
  expect(entry).toMatchObject([{ subject: '1 enquiry' }]);
  expect(checkAuditChain(restored.db.$client).faults).toEqual([]);
});

test('a reply that waited at the backup and waits still is sent once, after the restore', async () => {
  const { server, team, openRestored, enquiry } = await startWork();
  team.services.writeReply(enquiry, { subject: 'Your enquiry', text: 'Good morning.', draftId }, author);
  const id = await site.backUp();
  await site.restore(id);
  const restored = openRestored();
  expect(peopleIn(restored.db).enquiries).toMatchObject([{ status: 'replied' }]);
  await sendAll(restored);
  const subjects = (await server.messages()).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject?.includes('Your enquiry'))).toHaveLength(1);
  expect(subjects).toHaveLength(3);
});

test('without the replaced database a reply that waited at the backup answers nobody, and is not sent by itself', async () => {
  const { open } = workWith('smtp://127.0.0.1:9');
  const team = open();
  await team.enquire(sender);
  team.services.writeReply(onlyEnquiry(), { subject: 'Your enquiry', text: 'Good morning.', draftId }, author);
  const id = await site.backUp();
  site.stop();
  renameSync(file(), file('.away'));
  await site.restore(id);
  const { enquiries, mails } = peopleInFile(file());
  expect(enquiries).toMatchObject([{ status: 'read', answeredAt: null }]);
  expect(mails.map(({ state }) => state)).toEqual(['failed', 'failed', 'failed']);
});

test.each([
  ['answered by phone', { status: 'replied' }],
  ['closed', { status: 'closed' }],
  ['filed as spam', { status: 'spam' }],
  ['read', { status: 'read' }],
  ['marked as a client’s file', { isKept: true }],
] as const)('what the newer of two backups knows is not set back by the older one before it: %s', async (_, change) => {
  const { older, newer } = await backUpTwice((services, enquiry) => services.enquiries.change(enquiry, change, author));
  expect(peopleIn(site.deps().db).enquiries).toMatchObject([change]);
  const before = peopleIn(site.deps().db).enquiries;
  await loseAndRestore(older, newer);
  expect(peopleInFile(file()).enquiries).toEqual(before);
});

test('who was answered by the time of the newer backup stays answered, though the reply waited in the older one', async () => {
  const server = await startMailServer();
  onTestFinished(server.stop);
  const team = workWith(server.url).open();
  await team.enquire(sender);
  team.services.writeReply(onlyEnquiry(), { subject: 'Your enquiry', text: 'Good morning.', draftId }, author);
  const older = await site.backUp();
  await sendAll(team);
  const newer = await site.backUp();
  await loseAndRestore(older, newer);
  const { enquiries, mails } = peopleInFile(file());
  expect(mails.map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
  expect(enquiries).toMatchObject([{ status: 'replied', answeredAt: expect.any(String) }]);
});

test('messages stay with the address that was corrected by the time of the newer backup', async () => {
  const corrected = 'right@example.org';
  const { older, newer } = await backUpTwice((services) =>
    services.person.correct({ email: sender, newEmail: corrected, contactName: 'Right Name' }, author),
  );
  const before = peopleIn(site.deps().db).mails.map(({ recipient }) => recipient);
  expect(before).toContain(corrected);
  await loseAndRestore(older, newer);
  expect(peopleInFile(file()).mails.map(({ recipient }) => recipient)).toEqual(before);
});

test('a clock that was ahead at the backup makes no message unsent and no note unwritten', async () => {
  const { server, team, openRestored, enquiry } = await startWork();
  team.services.writeReply(enquiry, { subject: 'Your enquiry', text: 'Good morning.', draftId }, author);
  const id = await site.backUp();
  site.clock().advance(-49 * 3_600_000);
  await sendAll(team);
  team.services.enquiries.note(enquiry, 'A note.', author);
  const before = peopleIn(site.deps().db);
  await site.restore(id);
  const restored = openRestored();
  expect(peopleIn(restored.db).mails).toEqual(before.mails);
  expect(peopleIn(restored.db).notes.map(({ text }) => text)).toEqual(['A note.']);
  await sendAll(restored);
  expect(await server.messages()).toHaveLength(3);
});

test('a client’s file that is none any more stays none', async () => {
  const { team, enquiry } = await startWork();
  team.services.enquiries.change(enquiry, { isKept: true }, author);
  const id = await site.backUp();
  team.services.enquiries.change(enquiry, { isKept: false }, author);
  await site.restore(id);
  expect(peopleInFile(file()).enquiries).toMatchObject([{ isKept: false }]);
});

test('an enquiry stays with whom it was given to, and is nobody’s if that account is not there', async () => {
  const { config, db, now } = site.deps();
  const users = createUserService({ config, db, now });
  await users.create(
    { name: 'Owner', email: 'owner@example.org', password: 'mango-tree-42', role: 'super_admin' },
    null,
  );
  const { team, enquiry } = await startWork();
  const [owner] = users.list();
  const id = await site.backUp();
  team.services.enquiries.change(enquiry, { assigneeId: owner?._id ?? null }, author);
  await site.restore(id);
  expect(peopleInFile(file()).enquiries).toMatchObject([{ assigneeId: owner?._id }]);
  site.change("update contact_requests set assignee_id = 'nobody'");
  await site.restore(id);
  expect(peopleInFile(file()).enquiries).toMatchObject([{ assigneeId: null }]);
});

test('a withdrawal, a listing and an enquiry that was only opened are no work of the team', async () => {
  const { team } = await startWork();
  await team.enquire('second@example.org', { companyName: 'Other' });
  const id = await site.backUp();
  await team.useMyData(sender, 'withdraw');
  const [, second] = peopleIn(site.deps().db).enquiries;
  team.services.enquiries.change(second?.id ?? '', { status: 'read' }, author);
  site.change(`update contact_requests set listed_at = '2026-11-21T10:00:00.000Z' where id = '${second?.id}'`);
  expect(await site.restore(id)).not.toContain('What the team has done');
  expect(peopleInFile(file()).enquiries).toMatchObject([
    { withdrawnAt: expect.any(String), status: 'closed' },
    { status: 'read', listedAt: expect.any(String) },
  ]);
});

test('messages that nobody has changed since are not written again', async () => {
  await startWork();
  site.deps().db.update(mailRows).set({ state: 'filed' }).run();
  const id = await site.backUp();
  const before = peopleIn(site.deps().db).mails;
  await site.restore(id);
  expect(peopleInFile(file()).mails).toEqual(before);
});

test('a second restore brings no note and no message twice', async () => {
  const { open } = workWith('smtp://127.0.0.1:9');
  const team = open();
  await team.enquire(sender);
  const id = await site.backUp();
  team.services.enquiries.note(onlyEnquiry(), 'Called back.', author);
  await site.restore(id);
  const once = peopleInFile(file());
  await site.restore(id);
  expect(peopleInFile(file())).toEqual(once);
});
