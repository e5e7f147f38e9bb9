import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { useInstallation } from '../../test/backup-scene.ts';
import { createContentQueries } from '../content/queries.ts';
import { openDatabase } from '../db/client.ts';
import { subscribers } from '../db/enquiry-schema.ts';
import { rightsRequests } from '../db/privacy-schema.ts';
import { readKey } from '../keys.ts';
import { createEraser } from '../privacy/erase.ts';

const site = useInstallation();
const centuryMs = 100 * 365 * 86_400_000;
const email = 'gone@example.org';
const warning = 'The key of some proofs of erasure is lost';

/** A backup with somebody in it, who is erased afterwards. @returns what to restore */
async function erasedAfterBackup({ withKeys = false } = {}): Promise<string> {
  const { db, config, now } = site.deps();
  const at = now().toISOString();
  const secrets = { erasureKey: readKey(config.dataDir, 'erasure-key') };
  db.insert(subscribers)
    .values({ emailKey: email, email, createdAt: at, linkId: 'l', tokenHash: 't', askedAt: at })
    .run();
  const archive = site.inData('site.tar');
  if (withKeys) expect((await site.cli(['backup', archive, '--with-keys'])).code).toBe(0);
  const source = withKeys ? archive : (await site.store().make()).id;
  // The command line goes by the real clock, whatever the date is.
  site.clock().advance(centuryMs);
  createEraser({ db, config, now, secrets }, createContentQueries(db)).erasePerson(email, 'request', null);
  site.stop();
  return source;
}

const keyFile = () => site.inData('keys', 'erasure-key');

async function restore(source: string) {
  const { code, text } = await site.cli(['restore', source]);
  const restored = openDatabase(site.inData('threadline.db'));
  const left = restored.select({ email: subscribers.email }).from(subscribers).all();
  restored.$client.close();
  return { code, left, isWarned: text.includes(warning) };
}

test('with the key of its proofs nothing is warned of', async () => {
  const source = await erasedAfterBackup();
  expect(await restore(source)).toEqual({ code: 0, left: [], isWarned: false });
});

test.each([
  ['no start since', () => {}],
  ['a start of the server has made another', () => readKey(site.deps().config.dataDir, 'erasure-key')],
])('who was erased comes back when the key is lost, and that is said: %s', async (_, start) => {
  const source = await erasedAfterBackup();
  rmSync(keyFile());
  start();
  expect(await restore(source)).toEqual({ code: 0, left: [{ email }], isWarned: true });
});

test.each([
  ['no start since', () => {}],
  ['a start of the server has made another', () => readKey(site.deps().config.dataDir, 'erasure-key')],
])('the key that the backup itself holds serves as well: %s', async (_, start) => {
  const source = await erasedAfterBackup({ withKeys: true });
  const key = readFileSync(keyFile(), 'utf8');
  rmSync(keyFile());
  start();
  const ofMachine = existsSync(keyFile()) ? readFileSync(keyFile(), 'utf8') : key;
  expect(await restore(source)).toEqual({ code: 0, left: [], isWarned: false });
  expect(readFileSync(keyFile(), 'utf8')).toBe(ofMachine);
});

test('a request that was erased with its address does not come back either', async () => {
  const { db, config, now } = site.deps();
  const at = now().toISOString();
  const open = { kind: 'access', email, emailKey: email, note: 'Came by post.', receivedAt: at, dueAt: at } as const;
  db.insert(rightsRequests).values(open).run();
  const { id } = await site.store().make();
  site.clock().advance(60_000);
  const secrets = { erasureKey: readKey(config.dataDir, 'erasure-key') };
  createEraser({ db, config, now, secrets }, createContentQueries(db)).erasePerson(email, 'request', null);
  site.stop();
  expect((await site.cli(['restore', id])).code).toBe(0);
  const restored = openDatabase(site.inData('threadline.db'));
  expect(restored.select().from(rightsRequests).all()).toMatchObject([{ email: '', note: '', emailKey: '' }]);
  restored.$client.close();
});

test('who came back after an erasure stays, also when an older backup was restored before', async () => {
  const { db, config, now } = site.deps();
  const at = () => now().toISOString();
  const join = () =>
    db
      .insert(subscribers)
      .values({ emailKey: email, email, createdAt: at(), linkId: 'l', tokenHash: 't', askedAt: at() })
      .run();
  join();
  const old = (await site.store().make()).id;
  site.clock().advance(60_000);
  const secrets = { erasureKey: readKey(config.dataDir, 'erasure-key') };
  createEraser({ db, config, now, secrets }, createContentQueries(db)).erasePerson(email, 'request', null);
  site.clock().advance(60_000);
  join();
  const fresh = (await site.store().make()).id;
  site.stop();
  // By their own will, and after the older backup as well.
  expect(await restore(old)).toMatchObject({ code: 0, left: [{ email }] });
  expect(await restore(fresh)).toMatchObject({ code: 0, left: [{ email }] });
});

test('who came back by a restore without the key goes with the next one that has it, though the site it replaces has them', async () => {
  const source = await erasedAfterBackup();
  const key = readFileSync(keyFile());
  rmSync(keyFile());
  expect(await restore(source)).toEqual({ code: 0, left: [{ email }], isWarned: true });
  writeFileSync(keyFile(), key);
  expect(await restore(source)).toMatchObject({ code: 0, left: [] });
});
