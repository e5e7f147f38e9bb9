import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import type { Role } from '@threadline/schema/user';
import Database from 'better-sqlite3';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { madeByNewerVersion, ofAnotherSite, useInstallation } from '../../../test/backup-scene.ts';
import { makeOlder } from '../../../test/old-database.ts';
import { send } from '../../../test/test-app.ts';
import { createApp, createServices } from '../../app.ts';
import { checkAuditChain } from '../../audit/chain.ts';
import { passkeys, recoveryCodes, removedUsers } from '../../db/account-schema.ts';
import { openDatabase } from '../../db/client.ts';
import { contactRequests } from '../../db/enquiry-schema.ts';
import { compareMigrations } from '../../db/migrations.ts';
import { auditLog, sessions, users } from '../../db/schema.ts';
import type { Session } from '../../http/authenticate.ts';
import { createUserService } from '../../users/service.ts';

const site = useInstallation();
const password = 'mango-tree-42';
const newer = 'another-one-9';

async function createTeam() {
  const { config, db, now } = site.deps();
  const service = createUserService({ config, db, now });
  const add = (name: string, role: Role = 'admin') =>
    service.create({ name, email: `${name.toLowerCase()}@example.org`, password, role }, null);
  const owner = await add('Owner', 'super_admin');
  const at = now().toISOString();
  const session = { id: 's', userId: owner._id, sessionVersion: 1, refreshHash: 'h', createdAt: at, refreshedAt: at };
  db.insert(sessions)
    .values({ ...session, expiresAt: at })
    .run();
  const by: Session = { id: 's', user: owner };
  return { db, service, add, owner, by, at };
}

/** Restores, and opens what came of it. */
async function restore(source: string) {
  const text = await site.restore(source);
  return { text, db: openDatabase(site.inData('threadline.db')) };
}

/** Of signing in to a restored site. */
async function statusOf(db: ReturnType<typeof openDatabase>, name: string, given = password): Promise<number> {
  const deps = { ...site.deps(), db };
  const app = createApp(deps, createServices(deps));
  return (await send(app, '/api/auth/login', { body: { email: `${name}@example.org`, password: given } })).status;
}

test('E8 who was shut out, demoted or given another password since the backup stays so after a restore', async () => {
  const { db, service, add, by, at } = await createTeam();
  const [ed, eva, kim, lee] = [await add('Ed'), await add('Eva'), await add('Kim', 'super_admin'), await add('Lee')];
  for (const codeHash of ['used', 'left']) db.insert(recoveryCodes).values({ userId: kim._id, codeHash }).run();
  const device = {
    publicKey: Buffer.from('k'),
    counter: 0,
    transports: [],
    name: 'Lost',
    createdAt: at,
    backedUp: false,
  };
  db.insert(passkeys)
    .values({ id: 'p', userId: lee._id, credentialId: 'c', ...device })
    .run();
  for (const [n, { _id: assigneeId }] of [ed, eva, lee].entries())
    db.insert(contactRequests).values(enquiry(n, assigneeId)).run();
  const { id } = await site.store().make();

  service.setStatus(ed._id, 'disabled', by);
  service.remove(eva._id, by);
  await service.update(kim._id, { name: 'Kim', email: kim.email, role: 'admin' }, by);
  await service.update(lee._id, { name: 'Lee', email: lee.email, password: newer }, by);
  db.delete(recoveryCodes).where(eq(recoveryCodes.codeHash, 'used')).run();
  await add('Newcomer');
  const { text, db: restored } = await restore(id);

  const names = ['owner', 'ed', 'eva', 'kim', 'lee', 'newcomer'];
  const statuses = [];
  for (const name of names) statuses.push(await statusOf(restored, name));
  expect(statuses).toEqual([200, 403, 401, 200, 401, 200]);
  expect(await statusOf(restored, 'lee', newer)).toBe(200);
  const row = (name: string) =>
    restored
      .select()
      .from(users)
      .where(eq(users.emailKey, `${name}@example.org`))
      .get();
  expect([row('ed')?.status, row('eva'), row('kim')?.role]).toEqual(['disabled', undefined, 'admin']);
  expect(restored.select().from(removedUsers).all()).toMatchObject([{ email: eva.email }]);
  expect(restored.select().from(recoveryCodes).all()).toEqual([{ userId: kim._id, codeHash: 'left' }]);
  expect(restored.select().from(passkeys).all()).toEqual([]);
  const assignees = restored.select({ of: contactRequests.assigneeId }).from(contactRequests).all();
  expect(assignees.map(({ of }) => of)).toEqual([null, null, lee._id]);

  const entry = restored.select().from(auditLog).where(eq(auditLog.action, 'backup.accounts-kept')).get();
  for (const told of [text, entry?.subject])
    for (const who of [
      'ed@example.org (disabled)',
      'eva@example.org (deleted)',
      'kim@example.org (no super admin, second factor)',
    ])
      expect(told).toContain(who);
  expect(entry?.subject).toContain('lee@example.org (password, second factor), newcomer@example.org (new)');
  expect(checkAuditChain(restored.$client).faults).toEqual([]);
  restored.$client.close();
});

test('two who have exchanged their addresses keep them so', async () => {
  const { service, add } = await createTeam();
  const [ed, eva] = [await add('Ed'), await add('Eva')];
  const { id } = await site.store().make();
  await service.update(ed._id, { name: 'Ed', email: 'between@example.org' }, null);
  await service.update(eva._id, { name: 'Eva', email: ed.email }, null);
  await service.update(ed._id, { name: 'Ed', email: eva.email }, null);
  const { db } = await restore(id);
  const emails = db.select({ id: users.id, email: users.email }).from(users).all();
  expect(emails).toContainEqual({ id: ed._id, email: eva.email });
  expect(emails).toContainEqual({ id: eva._id, email: ed.email });
  db.$client.close();
});

test('accounts of a database of an older version are kept as well, and it is set aside as it was', async () => {
  const { add, by, service } = await createTeam();
  const ed = await add('Ed');
  const { id } = await site.store().make();
  service.setStatus(ed._id, 'disabled', by);
  site.stop();
  // Before there was a bin of accounts.
  makeOlder(inData(), { migrations: 26, tables: ['users', 'audit_log'] });
  const { text, db } = await restore(id);
  expect(text).not.toContain('are those of the backup');
  expect(text).toContain('ed@example.org (disabled)');
  expect(text.trimEnd().split('\n').at(-1)).toContain('look through the list of users');
  expect([await statusOf(db, 'owner'), await statusOf(db, 'ed')]).toEqual([200, 403]);
  db.$client.close();
  const [aside = ''] = readdirSync(site.inData('backups')).filter((name) => name.startsWith('before-restore-'));
  const kept = new Database(site.inData('backups', aside, 'threadline.db'), { readonly: true });
  expect(compareMigrations(kept).pending).toBeGreaterThan(0);
  kept.close();
});

const inData = (name = '') => site.inData(`threadline.db${name}`);
test.each<[string, string, () => void]>([
  ['is not there', 'there was no database here', () => renameSync(inData(), inData('.away'))],
  ['is damaged', 'cannot be read', () => writeFileSync(inData(), 'no database at all')],
  [
    'has two people with one address',
    'rows of the replaced database cannot be brought over (UNIQUE constraint failed: users.email_key)',
    () => site.change("drop index users_email; update users set email_key = 'same@example.org'"),
  ],
  ['is of a newer version', 'was made by a newer version', () => site.change(madeByNewerVersion)],
  ['is of another site', 'of another site', () => site.change(ofAnotherSite)],
  [
    'lets no super admin in',
    'nobody could sign in',
    () => site.change("update users set status = 'locked' where role = 'super_admin'"),
  ],
])('accounts are those of the backup, and that is said, when the replaced database %s', async (_, reason, harm) => {
  const { add, by, service } = await createTeam();
  const ed = await add('Ed');
  const { id } = await site.store().make();
  service.setStatus(ed._id, 'disabled', by);
  site.stop();
  harm();
  const { text, db } = await restore(id);
  expect(text).toContain(reason);
  expect(text).toContain('Accounts, roles and passwords are those of the backup');
  expect([await statusOf(db, 'owner'), await statusOf(db, 'ed')]).toEqual([200, 200]);
  db.$client.close();
});

function enquiry(n: number, assigneeId: string): typeof contactRequests.$inferInsert {
  const at = site.deps().now().toISOString();
  const sender = {
    companyName: 'Mills',
    contactName: 'Sender',
    email: 'sender@example.org',
    emailKey: 'sender@example.org',
  };
  const texts = { phone: '', phoneE164: '', companySize: '', industry: '', message: '', page: '/', network: '' };
  const origin = { origin: '', originSection: '', originSlide: '', originCta: '', fingerprint: `${n}` };
  const state = { status: 'new' as const, spamReasons: [], isTest: false, isKept: false, assigneeId };
  const times = { createdAt: at, dueAt: at, touchedAt: at };
  return { id: `i${n}`, reference: `R-${n}`, ...sender, ...texts, ...origin, ...state, ...times };
}
