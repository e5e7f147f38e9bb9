import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { holdLock } from '@threadline/config/process-lock';
import { expect, test } from 'vitest';
import { image, overwrite, titleIn, useInstallation } from '../../test/backup-fixture.ts';
import { createUserService } from '../accounts/users.ts';
import { openDatabase } from '../platform/db/client.ts';
import { accountLinks, passkeyChallenges } from '../platform/db/schema/accounts.ts';
import { auditLog, publishing, sessions } from '../platform/db/schema/core.ts';
import { subscribers } from '../platform/db/schema/enquiries.ts';
import { erasures } from '../platform/db/schema/privacy.ts';
import { readKey } from '../platform/keys.ts';
import { createEraser } from '../privacy/erasure.ts';

const site = useInstallation();

test.each([
  ['a file is missing', (id: string) => rmSync(site.inBackup(id, 'media', image)), 'is missing'],
  [
    'a bit of an image flips',
    (id: string) => overwrite(site.inBackup(id, 'media', image), 'bytes of an imagf'),
    'has other bytes',
  ],
  [
    'the database is cut off',
    (id: string) => overwrite(site.inBackup(id, 'threadline.db'), 'SQLite format 3'),
    'has other bytes',
  ],
])('a restore changes nothing when %s [R18, E7]', async (_, harm, reason) => {
  const { id } = await site.store().make();
  harm(id);
  site.stop();
  const before = site.everything();
  const { code, text } = await site.cli(['restore', id]);
  expect(code).toBe(1);
  expect(text).toContain('The backup is damaged: ');
  expect(text).toContain(reason);
  expect(text).toContain('Nothing was changed.');
  expect(site.everything()).toEqual(before);
});

test('a restore brings back the content, ends all sessions, keeps the replaced database and requests a publication', async () => {
  const { config, db, now } = site.deps();
  const users = createUserService({ config, db, now });
  const user = await users.create(
    { name: 'Editor One', email: 'editor@example.org', password: 'mango-tree-42', role: 'admin' },
    null,
  );
  site.saveTitle('Before');
  const at = now().toISOString();
  const session = { id: 's', userId: user._id, sessionVersion: 1, refreshHash: 'h', createdAt: at, refreshedAt: at };
  db.insert(sessions)
    .values({ ...session, expiresAt: at })
    .run();
  db.insert(passkeyChallenges).values({ challenge: 'c', purpose: 'sign-in', expiresAt: at }).run();
  for (const kind of ['password-reset', 'invitation'] as const) {
    const link = { id: kind, tokenHash: kind, kind, userId: user._id, createdAt: at, expiresAt: at };
    db.insert(accountLinks).values(link).run();
  }
  const { id } = await site.store().make();
  const order = db.select().from(publishing).get()?.generation ?? 0;
  site.saveTitle('After');
  rmSync(site.inData('media', image));
  site.stop();

  const { code, text } = await site.cli(['restore', id]);
  expect([code, text]).toEqual([0, expect.stringContaining('All users have to sign in again.')]);
  expect(titleIn(site.inData('threadline.db'))).toBe('Before');
  expect(readFileSync(site.inData('media', image), 'utf8')).toBe('bytes of an image');
  const copy = readdirSync(site.inData('backups')).find((name) => name.startsWith('before-restore-')) ?? '';
  expect(titleIn(site.inData('backups', copy, 'threadline.db'))).toBe('After');
  const restored = openDatabase(site.inData('threadline.db'));
  expect(restored.select().from(sessions).all()).toEqual([]);
  expect(restored.select().from(passkeyChallenges).all()).toEqual([]);
  expect(restored.select().from(accountLinks).all()).toEqual([]);
  expect(restored.select().from(publishing).get()).toMatchObject({ state: 'saved', generation: order + 1 });
  expect(restored.select().from(auditLog).all().at(-1)).toMatchObject({ action: 'backup.restored', byId: null });
  restored.$client.close();
  expect(readdirSync(site.deps().config.dataDir).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('a person who was erased after the backup is not restored', async () => {
  const { db, config, now } = site.deps();
  const at = now().toISOString();
  for (const email of ['gone@example.org', 'still-here@example.org']) {
    db.insert(subscribers)
      .values({ emailKey: email, email, createdAt: at, linkId: email, confirmationRequestedAt: at })
      .run();
  }
  const { id } = await site.store().make();
  site.clock().advance(60_000);
  const secrets = { erasureKey: readKey(config.dataDir, 'erasure-key') };
  createEraser({ db, config, now, secrets }).erasePerson('gone@example.org', 'request', null);
  site.stop();
  expect((await site.cli(['restore', id])).code).toBe(0);
  const restored = openDatabase(site.inData('threadline.db'));
  const left = restored.select({ email: subscribers.email }).from(subscribers).all();
  restored.$client.close();
  expect(left).toEqual([{ email: 'still-here@example.org' }]);
});

test('a second restore does not restore an erased person either', async () => {
  const { db, config, now } = site.deps();
  const { id: without } = await site.store().make();
  const at = now().toISOString();
  const email = 'gone@example.org';
  site.clock().advance(60_000);
  db.insert(subscribers)
    .values({ emailKey: email, email, createdAt: at, linkId: 'l', confirmationRequestedAt: at })
    .run();
  const { id: withPerson } = await site.store().make();
  site.clock().advance(60_000);
  const secrets = { erasureKey: readKey(config.dataDir, 'erasure-key') };
  createEraser({ db, config, now, secrets }).erasePerson(email, 'request', null);
  site.stop();
  for (const id of [without, withPerson]) expect((await site.cli(['restore', id])).code).toBe(0);
  const restored = openDatabase(site.inData('threadline.db'));
  expect(restored.select().from(subscribers).all()).toEqual([]);
  expect(restored.select().from(erasures).all()).toMatchObject([{ reason: 'request', subscribers: 1 }]);
  restored.$client.close();
});

/** Returns the labels of the completed progress bars in their order. */
const finished = (bars: string) => [...bars.matchAll(/\r([\w ]+) \[#{24}\] 100 % [^\r\n]*\n/g)].map(([, step]) => step);

test('one archive moves a site to another machine [E2]', async () => {
  site.saveTitle('On the move');
  const archive = site.inData('site.tar');
  const packed = await site.cli(['backup', archive]);
  expect(packed.text).toMatch(/^Copying .+\nPacking \d+ files…\nVerifying the archive/);
  expect([packed.code, packed.text]).toEqual([0, expect.stringContaining('pages are the same')]);
  expect(statSync(archive).mode & 0o077).toBe(0);
  const other = site.newDataDir();
  rmSync(other, { recursive: true });
  const steps = ['Copying the database', 'Listing the files', 'Packing', 'Verifying'];
  expect(finished(packed.bars)).toEqual(steps);
  const restored = await site.cli(['restore', archive], other);
  expect([restored.code, finished(restored.bars)]).toEqual([0, ['Unpacking', 'Adding the files']]);
  expect(titleIn(join(other, 'threadline.db'))).toBe('On the move');
  expect(readFileSync(join(other, 'media', image), 'utf8')).toBe('bytes of an image');
  expect(existsSync(join(other, 'keys'))).toBe(false);
});

test('keys are included only on request and never replace those of the other machine', async () => {
  mkdirSync(site.inData('keys'));
  const [first, second] = ['a', 'b'].map((letter) => `whsec_${letter.repeat(43)}=`) as [string, string];
  writeFileSync(site.inData('keys', 'webhook-secret'), first);
  await site.cli(['backup', site.inData('site.tar'), '--with-keys']);
  const [clean, used] = [site.newDataDir(), site.newDataDir()];
  mkdirSync(join(used, 'keys'));
  writeFileSync(join(used, 'keys', 'webhook-secret'), second);
  for (const folder of [clean, used])
    expect((await site.cli(['restore', site.inData('site.tar')], folder)).code).toBe(0);
  expect(readFileSync(join(clean, 'keys', 'webhook-secret'), 'utf8')).toBe(first);
  expect(readFileSync(join(used, 'keys', 'webhook-secret'), 'utf8')).toBe(second);
});

test('an archive does not replace a file, and none is left where it cannot be written', async () => {
  const archive = site.inData('site.tar');
  expect((await site.cli(['backup', archive])).code).toBe(0);
  const before = readFileSync(archive);
  expect((await site.cli(['backup', archive])).text).toContain('A backup never replaces a file.');
  expect(readFileSync(archive)).toEqual(before);
  expect((await site.cli(['backup', site.inData('no', 'such', 'folder.tar')])).text).toContain('does not exist');
  expect(readdirSync(site.inData('backups'))).toEqual([]);
});

test('a restore is refused while the server is running', async () => {
  const { id } = await site.store().make();
  const release = holdLock(site.deps().config.dataDir, 'api');
  const { code, text } = await site.cli(['restore', id]);
  release();
  expect([code, text]).toEqual([1, expect.stringContaining('is in use')]);
});

test.each([
  ['a missing file', undefined],
  ['a text file', 'just words'],
])('a restore from %s is refused', async (_, body) => {
  const file = site.inData('not-a-backup.tar');
  if (body) writeFileSync(file, body);
  const { code, text } = await site.cli(['restore', file]);
  expect([code, text]).toEqual([1, expect.stringMatching(/There is no file|is not a tar archive|is not a backup/)]);
});

test.each([
  [false, true],
  [true, false],
])(
  'review mode is on after a restore if it was on in the backup (%s) or before the restore (%s)',
  async (then, now) => {
    const { db } = site.deps();
    db.update(publishing).set({ review: then }).run();
    const id = await site.backUp();
    db.update(publishing).set({ review: now }).run();
    await site.restore(id);
    const restored = openDatabase(site.inData('threadline.db'));
    expect(restored.select().from(publishing).get()).toMatchObject({ review: true });
    restored.$client.close();
  },
);
