import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { count } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { createTestBucket } from '../../../../packages/object-store/test/test-bucket.ts';
import { startApi } from '../../test/api-process.ts';
import { createInstallation } from '../../test/cli-fixture.ts';
import { createTestDeps } from '../../test/create-test-deps.ts';
import { openOnDisk } from '../../test/new-database.ts';
import { createReplicated, readStore, testWithReplica, untilDone } from '../../test/replica-fixture.ts';
import { newTempFolder } from '../../test/temp-folders.ts';
import { findRestoredFaults } from '../backup/check-database.ts';
import { createBackup } from '../backup/create.ts';
import { subscribers } from '../platform/db/schema/enquiries.ts';
import { truncateLog } from '../platform/db/write-ahead-log.ts';
import { createEraser, removeTraces } from '../privacy/erasure.ts';
import { listGenerations, readGeneration } from './generations.ts';
import { findLitestream } from './litestream.ts';
import { claimReplica } from './replica.ts';
import { createReplication } from './replication.ts';

/** Restores into a new folder by the command line. */
async function restore(place: string) {
  const installation = createInstallation({ isNew: true, env: { REPLICA_URL: place } });
  const { code, out, err } = await installation.cli(['replica', 'restore']);
  return { installation, code, out, err };
}

// A new generation of Litestream takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

testWithReplica('after the loss of a machine, everything that was replicated is restored elsewhere', async () => {
  const lost = await createReplicated();
  for (let index = 0; index < 200; index += 1) lost.subscribe(`${index}@example.org`);
  await lost.untilComplete();
  process.kill(lost.replication.pid() ?? 0, 'SIGKILL');
  rmSync(lost.deps.config.dataDir, { recursive: true });

  const { installation, code, out, err } = await restore(lost.place);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/Restored the database/);
  const { db } = installation.open();
  const { out: advice } = await installation.cli(['doctor']);
  expect(advice).toContain('has no data of this installation yet');
  expect(db.select({ rows: count() }).from(subscribers).get()).toEqual({ rows: 200 });
  expect(findRestoredFaults(db.$client.name)).toEqual([]);
});

testWithReplica('an erasure removes the words from the database, its log and the replica', async () => {
  const replicated = await createReplicated();
  const { db, deps, replication, store, subscribe, untilComplete } = replicated;
  const word = randomBytes(12).toString('hex');
  subscribe(`${word}@example.org`);
  await untilComplete();
  const present = [await readStore(replicated), readFileSync(`${db.$client.name}-wal`)];
  expect(present.map((bytes) => bytes.includes(word))).toEqual([true, true]);
  const [earlier] = await listGenerations(store);

  createEraser({ ...deps, db }).erasePerson(`${word}@example.org`, 'request', null);
  subscribe('other@example.org');
  await replication.clean();
  // A check at this moment would otherwise find nothing outdated, and not look again.
  expect(readGeneration(deps.config.dataDir)).not.toBe(earlier?.id);
  const files = [db.$client.name, `${db.$client.name}-wal`].map((file) => readFileSync(file));
  expect(files.map((bytes) => bytes.includes(word))).toEqual([false, false]);
  // An upload of the earlier generation arrives after the new one is complete.
  await vi.waitFor(async () => expect(await listGenerations(store)).toHaveLength(2), untilDone);
  await store.put(`generations/${earlier?.id}/wal/00000000/00009999.wal.lz4`, word);
  await vi.waitFor(async () => {
    await replication.check();
    const stored = await readStore(replicated);
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.includes(word)).toBe(false);
  }, untilDone);

  await untilComplete();
  const { installation, code } = await restore(replicated.place);
  expect(code).toBe(0);
  const restored = installation.open().db.select({ email: subscribers.email }).from(subscribers).all();
  expect(restored).toEqual([{ email: 'other@example.org' }]);
});

testWithReplica('a backup made during the replication is intact', async () => {
  const { deps, db, untilComplete } = await createReplicated();
  await untilComplete();
  expect(
    db.$client.prepare("select count(*) from sqlite_master where name like '!_litestream%' escape '!'").pluck().get(),
  ).toBe(2);
  const folder = join(newTempFolder(), 'backup');
  await createBackup({ ...deps, db }, { folder });
  expect(findRestoredFaults(join(folder, 'threadline.db'))).toEqual([]);
});

testWithReplica('a generation that was just begun is not restored, but the one before it', async () => {
  const { db, place, replication, store, subscribe, untilComplete } = await createReplicated();
  subscribe('first@example.org');
  await untilComplete();
  await replication.stop();
  const [first] = await listGenerations(store);
  const copy = await store.get(`generations/${first?.id}/snapshots/00000000.snapshot.lz4`);
  await store.put('generations/ffffffffffffffff/snapshots/00000000.snapshot.lz4', copy ?? '');
  expect(await listGenerations(store)).toEqual([first]);
  const { code, installation } = await restore(place);
  expect(code).toBe(0);
  expect(installation.open().db.select({ rows: count() }).from(subscribers).get()).toEqual({ rows: 1 });
  db.$client.close();
});

testWithReplica('the log is emptied once it is larger than the database, and nothing is lost', async () => {
  const { db, place, replication, subscribe, untilComplete } = await createReplicated();
  await untilComplete();
  const readLogBytes = () => statSync(`${db.$client.name}-wal`).size;
  for (let number = 0; readLogBytes() <= 32 * 1024 ** 2; number += 1) subscribe(`${number}@example.org`);
  const rows = db.select({ rows: count() }).from(subscribers).get();
  await replication.clean();
  expect(readLogBytes()).toBeLessThan(1024 ** 2);
  await untilComplete();
  const { installation, code } = await restore(place);
  expect(code).toBe(0);
  expect(installation.open().db.select({ rows: count() }).from(subscribers).get()).toEqual(rows);
});

testWithReplica('a second installation does not replicate to the same place until it takes over', async () => {
  const first = await createReplicated();
  await first.untilComplete();
  const second = await createReplicated(first.place);
  await second.replication.check();
  expect(second.replication.status()?.problem).toMatch(
    /^Since .*, another installation replicates to .*replica claim$/,
  );
  expect(second.replication.pid()).toBeUndefined();

  const { code } = await restore(first.place);
  expect(code).toBe(0);
  first.deps.clock.advance(61_000);
  await first.replication.check();
  expect(first.replication.status()?.problem).toMatch(/another installation replicates/);
  expect(first.replication.pid()).toBeUndefined();
});

/** @returns the command line of a process; empty for another entry of /proc, and for a process that has ended */
function readCommand(name: string): string {
  try {
    return readFileSync(`/proc/${name}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

testWithReplica('Litestream ends with the API, also when the API is killed', async () => {
  const dataDir = newTempFolder();
  const api = startApi(0, dataDir, { REPLICA_URL: await createTestBucket('/replica') });
  const countProcesses = () =>
    readdirSync('/proc').filter((name) => readCommand(name).includes(join(dataDir, 'litestream.yml'))).length;
  await vi.waitFor(() => expect(countProcesses()).toBe(1), untilDone);
  api.kill('SIGKILL');
  await once(api, 'exit');
  await vi.waitFor(() => expect(countProcesses()).toBe(0), untilDone);
});

testWithReplica('an installation that lost its replica to another one deletes nothing there', async () => {
  const first = await createReplicated();
  first.subscribe('person@example.org');
  await first.untilComplete();
  createEraser({ ...first.deps, db: first.db }).erasePerson('person@example.org', 'request', null);
  await first.replication.clean();
  const second = await createReplicated(first.place);
  await claimReplica(second.store, second.deps.config.dataDir, { now: second.deps.now(), isTakeover: true });
  await second.untilComplete();
  const [newest] = await listGenerations(second.store);
  // It has not noticed yet, and its new generation is complete.
  await first.untilComplete();
  expect((await listGenerations(first.store)).map(({ id }) => id)).toContain(newest?.id);
});

testWithReplica('Litestream is started again when it was killed', async () => {
  const { replication, untilComplete } = await createReplicated();
  await untilComplete();
  const killed = replication.pid() ?? 0;
  process.kill(killed, 'SIGKILL');
  await vi.waitFor(() => expect([undefined, killed]).not.toContain(replication.pid()), untilDone);
  await untilComplete();
});

testWithReplica('words that are deleted without a record of an erasure leave the replica as well', async () => {
  const replicated = await createReplicated();
  const { db, replication, subscribe, untilComplete } = replicated;
  const word = randomBytes(12).toString('hex');
  subscribe(`${word}@example.org`);
  await untilComplete();
  db.delete(subscribers).run();
  removeTraces({ config: replicated.deps.config, db }, []);
  await vi.waitFor(async () => {
    // A log that is in use at this moment is emptied the next time.
    await replication.clean();
    await replication.check();
    expect((await readStore(replicated)).includes(word)).toBe(false);
  }, untilDone);
});

test('without Litestream the reason is reported, and the log is emptied as usual', async () => {
  const url = 's3+http://key:secret@127.0.0.1:4/bucket?region=auto';
  const deps = createTestDeps({ REPLICA_URL: url, LITESTREAM_PATH: '/nowhere/litestream' });
  const db = openOnDisk(join(deps.config.dataDir, 'threadline.db'));
  expect(() => findLitestream(deps.config)).toThrow('LITESTREAM_PATH');
  const replication = createReplication({ ...deps, db });
  await replication.check();
  await replication.check();
  expect(replication.status()?.problem).toMatch(/\.$/);
  expect(truncateLog(db.$client)).toBe(true);
  await replication.stop();
  db.$client.close();
});

testWithReplica('a wrong key is reported without repeating it, and the product works on', async () => {
  const place = await createTestBucket('/replica');
  const { replication, subscribe } = await createReplicated(place.replace('test-key:', 'unknown-key:'));
  await replication.check();
  subscribe('someone@example.org');
  expect(replication.status()).toMatchObject({ lagSeconds: null, problem: expect.stringMatching(/^The store .*\.$/) });
  expect(replication.status()?.problem).not.toMatch(/unknown-key|secret/);
});

testWithReplica('a replica that cannot be restored changes nothing', async () => {
  const { code, err, installation } = await restore(await createTestBucket('/empty'));
  expect(code).toBe(1);
  expect(err).toMatch(/ holds no replica\. Nothing was changed\.$/);
  expect(() => new Database(join(installation.dataDir, 'threadline.db'), { fileMustExist: true })).toThrow();
});
