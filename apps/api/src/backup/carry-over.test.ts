import { renameSync, rmSync } from 'node:fs';
import type { Role } from '@threadline/schema/wire/user';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { madeByNewerVersion, ofAnotherSite, useInstallation } from '../../test/backup-fixture.ts';
import { send } from '../../test/test-app.ts';
import { createVisitorsFixture, peopleInFile } from '../../test/visitors-fixture.ts';
import { createUserService } from '../accounts/users.ts';
import { createApp, createServices } from '../app.ts';
import type { Session } from '../auth/sessions.ts';
import { createContentQueries } from '../content/queries.ts';
import { checkAuditChain } from '../platform/audit-log/hash-chain.ts';
import { openDatabase } from '../platform/db/client.ts';
import { trashedUsers } from '../platform/db/schema/accounts.ts';
import {
  auditLog,
  backupLocation,
  mailSettings,
  previewFeedback,
  sessions,
  users,
} from '../platform/db/schema/core.ts';
import { enquiries } from '../platform/db/schema/enquiries.ts';
import { readKey } from '../platform/keys.ts';
import { createPreviewFeedback } from '../preview/feedback.ts';
import { createPreviewLinks } from '../preview/links.ts';
import { createEraser } from '../privacy/erasure.ts';

const site = useInstallation();
const email = 'sender@example.org';
const file = () => site.inData('threadline.db');
const author = { id: 'author', name: 'Author' };
const password = 'mango-tree-42';

/** Creates account actions and a signed-in super admin. */
async function createTeam() {
  const { config, db, now } = site.deps();
  const service = createUserService({ config, db, now });
  const add = (name: string, role: Role = 'admin') =>
    service.create({ name, email: `${name.toLowerCase()}@example.org`, password, role }, null);
  const owner = await add('Owner', 'super_admin');
  const at = now().toISOString();
  db.insert(sessions)
    .values({
      id: 's',
      userId: owner._id,
      sessionVersion: 1,
      refreshHash: 'h',
      createdAt: at,
      refreshedAt: at,
      expiresAt: new Date(now().getTime() + 3_600_000).toISOString(),
    })
    .run();
  const by: Session = { id: 's', user: owner };
  return { service, add, by };
}

/** A visitor with an enquiry and a newsletter subscription, in the backup, who withdraws both afterwards. */
async function backUpAndWithdraw() {
  const visitors = createVisitorsFixture(site.deps());
  await visitors.enquire(email, { consentNewsletter: true, consentWhatsapp: true });
  await visitors.confirm(email);
  const id = await site.backUp();
  expect((await visitors.useMyData(email, 'withdraw')).status).toBe(200);
  return id;
}

/** Erases the visitor with the key in the data folder, as the server does. */
function erase(): void {
  const { db, config, now } = site.deps();
  const secrets = { erasureKey: readKey(config.dataDir, 'erasure-key') };
  createEraser({ db, config, now, secrets }).erasePerson(email, 'request', null);
}

test('accounts stay as before the restore, and enquiries of missing accounts have no assignee [E8]', async () => {
  const { service, add, by } = await createTeam();
  const [ed, eva, kim] = [await add('Ed'), await add('Eva'), await add('Kim', 'super_admin')];
  const visitors = createVisitorsFixture(site.deps());
  for (const [n, { _id: assigneeId }] of [ed, eva, kim].entries()) {
    await visitors.enquire(`visitor${n}@example.org`);
    site
      .deps()
      .db.update(enquiries)
      .set({ assigneeId })
      .where(eq(enquiries.seq, n + 1))
      .run();
  }
  const id = await site.backUp();
  service.setStatus(ed._id, 'disabled', by);
  service.remove(eva._id, by);
  await service.update(kim._id, { name: 'Kim', email: kim.email, role: 'admin', password: 'another-one-9' }, by);
  await add('Newcomer');
  const text = await site.restore(id);

  const db = openDatabase(file());
  const deps = { ...site.deps(), db };
  const app = createApp(deps, createServices(deps));
  const signIn = async (name: string, given: string) =>
    (await send(app, '/api/auth/login', { body: { email: `${name}@example.org`, password: given } })).status;
  expect(await signIn('owner', password)).toBe(200);
  expect(await signIn('ed', password)).toBe(403);
  expect(await signIn('eva', password)).toBe(401);
  expect(await signIn('kim', password)).toBe(401);
  expect(await signIn('kim', 'another-one-9')).toBe(200);
  expect(await signIn('newcomer', password)).toBe(200);
  expect(db.select().from(users).where(eq(users.id, kim._id)).get()?.role).toBe('admin');
  expect(db.select().from(trashedUsers).all()).toMatchObject([{ email: eva.email }]);
  const assignees = db.select({ id: enquiries.assigneeId }).from(enquiries).all();
  expect(assignees.map((row) => row.id)).toEqual([null, null, kim._id]);
  const entry = db.select().from(auditLog).where(eq(auditLog.action, 'backup.accounts-carried-over')).get();
  const changed = 'ed@example.org, eva@example.org, kim@example.org, newcomer@example.org';
  expect(entry?.subject).toBe(changed);
  expect(text).toContain(changed);
  expect(checkAuditChain(db.$client).faults).toEqual([]);
  db.$client.close();
});

test('a restore keeps the mail server that was set up since the backup', async () => {
  const settings = {
    host: 'old.mills.test',
    port: 465,
    encryption: 'tls',
    user: 'team',
    sender: 'a@mills.test',
  } as const;
  site.deps().db.insert(mailSettings).values(settings).run();
  const id = await site.backUp();
  site.deps().db.update(mailSettings).set({ host: 'new.mills.test' }).run();
  await site.restore(id);
  const db = openDatabase(file());
  expect(db.select().from(mailSettings).all()).toMatchObject([{ host: 'new.mills.test' }]);
  db.$client.close();
});

test('a restore keeps the backup location that was set up since the backup', async () => {
  const id = await site.backUp();
  const place = { endpoint: 'https://s3.example.org', region: 'auto', bucket: 'new', prefix: '', accessKeyId: 'key' };
  const row = { ...place, encryptedSecret: 'encrypted' };
  site.deps().db.insert(backupLocation).values(row).run();
  await site.restore(id);
  const db = openDatabase(file());
  expect(db.select().from(backupLocation).all()).toEqual([{ id: 1, ...row }]);
  db.$client.close();
});

test('feedback on previews stays as before the restore, its links end, and its decisions count as outdated', async () => {
  const { by } = await createTeam();
  const { db, now } = site.deps();
  const links = createPreviewLinks({ db, now });
  const old = links.create({ hours: 24, name: '' }, by);
  const id = await site.backUp();
  const { link, token } = links.create({ hours: 24, name: '' }, by);
  links.revoke(old.link.id, author);
  const queries = createContentQueries(db);
  const revision = queries.latestRevision();
  const form = { kind: 'approval', name: 'Asha', text: '', page: '/', section: '', revision } as const;
  createPreviewFeedback({ db, now }, { queries, onChange: () => undefined }).add({ ...link, email }, form);
  await site.restore(id);
  const restored = openDatabase(file());
  expect(restored.select().from(previewFeedback).all()).toMatchObject([{ name: 'Asha', linkId: link.id, revision: 0 }]);
  for (const one of [old.token, token])
    expect(createPreviewLinks({ db: restored, now }).find(one)).toEqual({ state: 'ended' });
  restored.$client.close();
});

test('accounts are those of the backup if no active super admin existed before the restore', async () => {
  const { add } = await createTeam();
  await add('Ed');
  const id = await site.backUp();
  site.stop();
  site.change("delete from users where name = 'Ed'");
  site.change("update users set status = 'disabled'");
  expect(await site.restore(id)).toContain('Accounts are those of the backup');
  const db = openDatabase(file());
  expect(
    db
      .select()
      .from(users)
      .all()
      .map(({ name, status }) => [name, status]),
  ).toEqual([
    ['Owner', 'active'],
    ['Ed', 'active'],
  ]);
  db.$client.close();
});

test('an enquiry received after the backup is carried over with its consents and its unsent messages, which need review', async () => {
  const visitors = createVisitorsFixture(site.deps());
  await visitors.enquire('early@example.org');
  const id = await site.backUp();
  const { body } = await visitors.enquire(email, { consentWhatsapp: true });
  const before = peopleInFile(file());
  const text = await site.restore(id);
  const { enquiries, consents, mails } = peopleInFile(file());
  expect(enquiries).toEqual(before.enquiries);
  expect(enquiries.at(-1)?.reference).toBe(body.reference);
  expect(consents).toEqual(before.consents);
  expect(mails.map((mail) => [mail.id, mail.state])).toEqual(before.mails.map((mail) => [mail.id, 'failed']));
  expect(text).toContain('1 enquiry');
  expect(text).toContain('Unsent messages need your review');
});

test('a message sent after the backup is not sent again', async () => {
  const visitors = createVisitorsFixture(site.deps());
  await visitors.enquire(email);
  const id = await site.backUp();
  site.stop();
  site.change(
    "update outbox_messages set state = 'sent', sent_at = '2026-11-21T12:00:00.000Z' where kind = 'acknowledgement'",
  );
  await site.restore(id);
  const states = peopleInFile(file()).mails.map(({ kind, state }) => [kind, state]);
  expect(states).toContainEqual(['acknowledgement', 'sent']);
  expect(states).toContainEqual(['notification', 'failed']);
});

test('consent withdrawn after the backup stays withdrawn, and unsubscribed addresses stay unsubscribed', async () => {
  const id = await backUpAndWithdraw();
  const at = site.deps().now().toISOString();
  const text = await site.restore(id);
  const { enquiries, subscribers, consents, requests, mails } = peopleInFile(file());
  expect(enquiries).toMatchObject([{ withdrawnAt: at, status: 'closed' }]);
  expect(subscribers).toMatchObject([{ emailKey: email, unsubscribedAt: at }]);
  expect(consents.filter(({ given }) => given).map(({ withdrawnAt }) => withdrawnAt)).toEqual([at, at]);
  expect(requests).toMatchObject([{ kind: 'withdrawal', doneAt: at }]);
  expect(mails.filter(({ kind }) => kind === 'acknowledgement')).toMatchObject([{ state: 'dismissed' }]);
  expect(text).not.toContain(email);
});

test('subscriptions newer than the backup are carried over', async () => {
  const visitors = createVisitorsFixture(site.deps());
  for (const each of ['left@example.org', 'unsure@example.org']) await visitors.signUp(each);
  await visitors.confirm('left@example.org');
  const id = await site.backUp();
  await visitors.leave('left@example.org');
  await visitors.confirm('unsure@example.org');
  await visitors.signUp('new@example.org');
  const before = peopleInFile(file());
  await site.restore(id);
  const after = peopleInFile(file());
  expect(after.subscribers).toEqual(before.subscribers);
  expect(after.consents.map(({ emailKey }) => emailKey)).toEqual(before.consents.map(({ emailKey }) => emailKey));
});

test('privacy requests received or completed since the backup are carried over', async () => {
  const { privacyRequests } = createVisitorsFixture(site.deps()).services;
  privacyRequests.add({ kind: 'access', email, note: 'By post.' }, author);
  const id = await site.backUp();
  privacyRequests.finish(1, author);
  privacyRequests.add({ kind: 'grievance', email, note: 'By telephone.' }, author);
  const before = peopleInFile(file()).requests;
  await site.restore(id);
  expect(peopleInFile(file()).requests).toEqual(before);
});

test('a person erased after the backup stays erased, also after a second restore', async () => {
  const visitors = createVisitorsFixture(site.deps());
  await visitors.enquire(email, { consentNewsletter: true });
  const id = await site.backUp();
  erase();
  await site.restore(id, id);
  const { enquiries, subscribers, consents, mails } = peopleInFile(file());
  expect([enquiries, subscribers, consents, mails]).toEqual([[], [], [], []]);
});

test('a person who writes again after the erasure is kept', async () => {
  const visitors = createVisitorsFixture(site.deps());
  await visitors.enquire(email);
  const id = await site.backUp();
  erase();
  site.clock().advance(60_000);
  const { body } = await visitors.enquire(email);
  await site.restore(id);
  expect(peopleInFile(file()).enquiries.map(({ reference }) => reference)).toEqual([body.reference]);
});

test('a lost erasure key is reported, because erasures cannot be repeated without it', async () => {
  const visitors = createVisitorsFixture(site.deps());
  await visitors.enquire(email);
  const id = await site.backUp();
  erase();
  rmSync(site.inData('keys', 'erasure-key'), { force: true });
  readKey(site.deps().config.dataDir, 'erasure-key');
  expect(await site.restore(id)).toContain('The key of past erasures is lost');
});

test('a second restore does not add rows twice', async () => {
  const id = await backUpAndWithdraw();
  await site.restore(id);
  const once = peopleInFile(file());
  await site.restore(id);
  expect(peopleInFile(file())).toEqual(once);
});

test.each([
  ['there was no database here', () => renameSync(file(), `${file()}.away`)],
  ['the replaced database was made by a newer version', () => site.change(madeByNewerVersion)],
  ['the replaced database is of another site', () => site.change(ofAnotherSite)],
])('nothing is carried over, and the reason is given: %s', async (reason, spoil) => {
  const id = await backUpAndWithdraw();
  site.stop();
  spoil();
  const text = await site.restore(id);
  expect(text).toContain(`are those of the backup, since ${reason}.`);
  expect(peopleInFile(file()).enquiries).toMatchObject([{ withdrawnAt: null }]);
});
