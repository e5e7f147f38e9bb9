import { renameSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { useInstallation } from '../../test/backup-scene.ts';
import { startMailServer } from '../../test/mail-server.ts';
import { createVisitors, peopleIn, peopleInFile } from '../../test/visitors-scene.ts';
import { checkAuditChain } from '../audit/chain.ts';
import { loadConfig } from '../config.ts';
import { openDatabase } from '../db/client.ts';
import { enquiryNotes } from '../db/enquiry-schema.ts';
import { auditLog } from '../db/schema.ts';

const site = useInstallation();
const file = (name = '') => site.inData(`threadline.db${name}`);
const author = { id: 'author', name: 'Author' };
const sender = 'sender@example.org';
const draftId = '0190b5a0-0000-4000-8000-000000000001';

/** The team at work, with a mail server at that address. */
function workWith(smtpUrl: string) {
  const config = loadConfig({
    ...{ DATA_DIR: site.inData(), SITE_URL: 'http://site.test', PORT: '9' },
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
  const notes = restored.db.select().from(enquiryNotes).all();
  expect(notes.map(({ text }) => text)).toEqual(['Rang: nobody there.', 'Wrote instead.']);
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

test('a newer backup is not set back by the state of an older one that was restored in between', async () => {
  const { open } = workWith('smtp://127.0.0.1:9');
  const team = open();
  await team.enquire(sender);
  const older = await site.backUp();
  team.services.enquiries.change(onlyEnquiry(), { status: 'replied' }, author);
  const newer = await site.backUp();
  site.stop();
  renameSync(file(), file('.away'));
  await site.restore(older);
  expect(peopleInFile(file()).enquiries).toMatchObject([{ status: 'new', answeredAt: null }]);
  await site.restore(newer);
  expect(peopleInFile(file()).enquiries).toMatchObject([{ status: 'replied', answeredAt: expect.any(String) }]);
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
