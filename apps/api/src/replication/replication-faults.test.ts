import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseStoreUrl } from '@threadline/object-store/store-url';
import { expect, test, vi } from 'vitest';
import { startFaultProxy } from '../../../../packages/object-store/test/fault-proxy.ts';
import { createTestBucket } from '../../../../packages/object-store/test/test-bucket.ts';
import { createApi, createReplicated, readStore, testWithReplica, untilDone } from '../../test/replica-fixture.ts';
import { newTempFolder } from '../../test/temp-folders.ts';
import { type Db, openDatabase } from '../platform/db/client.ts';
import { createEraser } from '../privacy/erasure.ts';
import { inspectReplica } from './replica.ts';

const createMarker = () => randomBytes(12).toString('hex');
const isInLog = ({ $client }: Db, marker: string) => readFileSync(`${$client.name}-wal`).includes(marker);

testWithReplica('a store that refuses to delete is reported by the server and by doctor', async () => {
  const proxy = await startFaultProxy(await createTestBucket('/replica'));
  // Litestream deletes several objects by one POST.
  const isDelete = (method: string, path: string) =>
    method === 'DELETE' || (method === 'POST' && /[?&]delete/.test(path));
  proxy.refuseWhen((method, path) => (isDelete(method, path) ? 403 : undefined));
  const replicated = await createReplicated(proxy.url);
  const { deps, db, place, replication, subscribe, untilComplete } = replicated;
  const marker = createMarker();
  subscribe(`${marker}@example.org`);
  await untilComplete();
  createEraser({ ...deps, db }).erasePerson(`${marker}@example.org`, 'request', null);
  await vi.waitFor(async () => {
    await replication.clean();
    await replication.check();
    expect(replication.status()?.problem).toMatch(
      /^Erased data stays in the replica: The store \S+ at \S+ refuses the access key \(AccessDenied\)\.$/,
    );
  }, untilDone);
  const inspect = () => inspectReplica(parseStoreUrl(place), deps.config.dataDir);
  await expect(inspect()).rejects.toThrow(
    /^Nothing can be deleted there, so erased data stays in the replica\. The store \S+ at \S+ refuses the access key/,
  );

  proxy.refuseWhen(() => undefined);
  await replication.check();
  expect(replication.status()?.problem).toBeNull();
  expect((await readStore(replicated)).includes(marker)).toBe(false);
  expect(await inspect()).toBeInstanceOf(Date);
});

testWithReplica('requests are answered while Litestream is being stopped to empty the log', async () => {
  const program = join(newTempFolder(), 'litestream');
  const permission = `${program}-may-stop`;
  const onStop = `while [ ! -e ${permission} ]; do sleep 0.05; done; exit 0`;
  writeFileSync(program, `#!/bin/sh\ntrap '${onStop}' TERM\nwhile :; do sleep 0.05; done\n`, { mode: 0o700 });
  const { app, db, eraser, replication, subscribe } = createApi({
    REPLICA_URL: await createTestBucket('/replica'),
    LITESTREAM_PATH: program,
  });
  await vi.waitFor(async () => {
    await replication.check();
    expect(replication.pid()).toBeDefined();
  }, untilDone);
  const marker = createMarker();
  subscribe(marker);
  eraser.erasePerson(marker, 'request', null);
  const cleaning = replication.clean();
  expect((await app.request('/api/livez')).status).toBe(200);
  expect(isInLog(db, marker)).toBe(true);
  writeFileSync(permission, '');
  await cleaning;
  expect(isInLog(db, marker)).toBe(false);
});

test('requests are answered while a reader prevents emptying the log, and later it is emptied', async () => {
  const { app, db, eraser, replication, subscribe } = createApi();
  // A checkpoint that waits for the reader would take longer than this test may.
  db.$client.pragma('busy_timeout = 60000');
  const marker = createMarker();
  subscribe(marker);
  const reader = openDatabase(db.$client.name);
  const rows = reader.$client.prepare('select * from subscribers').iterate();
  rows.next();
  eraser.erasePerson(marker, 'request', null);
  const cleaning = replication.clean();
  expect((await app.request('/api/livez')).status).toBe(200);
  expect(isInLog(db, marker)).toBe(true);
  rows.return?.();
  await cleaning;
  expect(isInLog(db, marker)).toBe(false);
  expect(db.$client.pragma('busy_timeout', { simple: true })).toBe(60_000);
  reader.$client.close();
});
