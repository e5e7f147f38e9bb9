import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { startApi, untilListening } from '../test/api-process.ts';
import { locationRow } from '../test/backup-fixture.ts';
import { minimalEnquiry } from '../test/enquiry-fixture.ts';
import { openOnDisk } from '../test/new-database.ts';
import { newTempFolder } from '../test/temp-folders.ts';
import { backupLocation } from './platform/db/schema/core.ts';

test('a start reports an interrupted restore, and removes its temporary files and those of uploads', async () => {
  const dataDir = newTempFolder();
  for (const name of ['.restoring-killed', '.uploading-killed']) mkdirSync(join(dataDir, name));
  const { stdout } = startApi(0, dataDir);
  const said: string[] = [];
  for await (const line of createInterface(stdout as Readable)) {
    said.push(JSON.parse(line).msg);
    if (said.at(-1) === 'api is listening') break;
  }
  expect(said.filter((sentence) => sentence.startsWith('A restore was stopped before its last step'))).toHaveLength(1);
  expect(readdirSync(dataDir).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('a start with existing users names each missing key file, and the consequence', async () => {
  const dataDir = newTempFolder();
  const env = { ADMIN_EMAIL: 'a@example.org', ADMIN_PASSWORD: 'mango-tree-42' };
  const first = startApi(0, dataDir, env);
  const said: string[] = [];
  for await (const line of createInterface(first.stdout as Readable)) {
    said.push(JSON.parse(line).msg);
    if (said.at(-1) === 'api is listening') break;
  }
  first.kill('SIGKILL');
  await once(first, 'exit');
  expect(said.join()).not.toContain('was missing');
  rmSync(join(dataDir, 'keys', 'mail-link-key'));
  const second = startApi(0, dataDir, env);
  const saidAgain: string[] = [];
  for await (const line of createInterface(second.stdout as Readable)) {
    saidAgain.push(JSON.parse(line).msg);
    if (saidAgain.at(-1) === 'api is listening') break;
  }
  expect(saidAgain.filter((sentence) => sentence.includes('was missing'))).toEqual([
    `The key file ${join(dataDir, 'keys', 'mail-link-key')} was missing. With the new one, confirmation, unsubscribe and privacy links in sent mail stop working.`,
  ]);
});

test('a busy port ends the process with a sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const api = startApi(port);
  const [complaint, [code]] = await Promise.all([api.stderr && text(api.stderr), once(api, 'exit')]);
  expect(complaint).toBe(`Port ${port} on 127.0.0.1 is taken. Choose another one with PORT.\n`);
  expect(code).toBe(1);
});

test('an invalid ADMIN_PASSWORD ends the process with one sentence', async () => {
  const api = startApi(0, newTempFolder(), { ADMIN_EMAIL: 'a@example.org', ADMIN_PASSWORD: 'password' });
  const [complaint, [code]] = await Promise.all([api.stderr && text(api.stderr), once(api, 'exit')]);
  expect(complaint).toMatch(/^ADMIN_PASSWORD is refused\. This password is too easy to guess[^\n]*\n$/);
  expect(code).toBe(1);
});

test('a variable that names the backup location of the admin ends the process with a sentence', async () => {
  const dataDir = newTempFolder();
  const db = openOnDisk(join(dataDir, 'threadline.db'));
  const STORAGE_URL = 's3+https://canary-key:canary-secret@s3.example.com/mills/site?region=auto';
  db.insert(backupLocation).values(locationRow(STORAGE_URL)).run();
  db.$client.close();
  const api = startApi(0, dataDir, { STORAGE_URL });
  const [complaint, [code]] = await Promise.all([api.stderr && text(api.stderr), once(api, 'exit')]);
  expect(complaint).toBe(
    'STORAGE_URL names the place of the backups that was set up in the admin: mills/site at s3.example.com. Choose another bucket or prefix, or set BACKUP_URL to another place.\n',
  );
  expect(code).toBe(1);
});

test('an invalid setting ends the process with only a sentence', async () => {
  const api = startApi(0, newTempFolder(), { MAIL_FROM: 'Site <site@example.org>', BACKUP_KEEP: 'all' });
  const [complaint, ended] = await Promise.all([api.stderr && text(api.stderr), once(api, 'exit')]);
  expect(complaint?.trimEnd().split('\n').sort()).toEqual([
    expect.stringMatching(/^BACKUP_KEEP must be a whole number.*\.$/),
    'MAIL_FROM must be an email address.',
  ]);
  expect(ended).toEqual([1, null]);
});

test('the API reports a migration, rejects unfinished requests, and stops when its terminal closes [D1]', async () => {
  const api = startApi(0);
  const told: unknown[] = [];
  api.on('message', (message) => told.push(message));
  const port = await untilListening(api);
  expect(told.slice(0, 2)).toEqual(['upgrading', 'upgraded']);

  const slow = connect(port, '127.0.0.1');
  slow.write('GET /api/health HTTP/1.1\r\nhost: localhost\r\nx-one');
  expect(await text(slow)).toMatch(/^HTTP\/1\.1 408 /);

  const ended = once(api, 'exit');
  api.kill('SIGHUP');
  expect(await ended).toEqual([0, null]);
});

test('stopping while enquiries arrive loses no acknowledged one, and ends cleanly [R22]', async () => {
  const dataDir = newTempFolder();
  const api = startApi(0, dataDir, { TRUST_PROXY: '1' });
  const port = await untilListening(api);
  const acknowledged: string[] = [];
  const { promise: busy, resolve: isBusy } = Promise.withResolvers<void>();
  let sent = 0;
  async function keepSending(): Promise<void> {
    while (true) {
      const number = sent++;
      // Each from a different network, so that no rate limit responds.
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.${number >> 8}.${number & 255}.1` };
      const body = JSON.stringify({
        ...minimalEnquiry,
        email: `sender-${number}@example.org`,
        message: `Number ${number}`,
      });
      const reply = await fetch(`http://127.0.0.1:${port}/api/request/send-request`, { method: 'POST', headers, body });
      const { success, reference } = (await reply.json()) as { success: boolean; reference: string };
      if (success) acknowledged.push(reference);
      if (acknowledged.length === 40) isBusy();
    }
  }
  // Each sender ends with its first request without a response.
  const senders = Array.from({ length: 8 }, () => keepSending().catch(() => undefined));
  await busy;
  const ended = once(api, 'exit');
  api.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  await Promise.all(senders);
  const file = new Database(join(dataDir, 'threadline.db'), { readonly: true });
  const stored = new Set(file.prepare<[], string>('select reference from enquiries').pluck().all());
  expect(acknowledged.filter((reference) => !stored.has(reference))).toEqual([]);
  expect(file.pragma('integrity_check', { simple: true })).toBe('ok');
  file.close();
});

test('an unhandled rejection ends the process with its reason, and acknowledged data stays [D11]', async () => {
  const dataDir = newTempFolder();
  const fault = "process.once('SIGUSR2', () => { Promise.reject(new Error('after the reply')); })";
  const api = startApi(0, dataDir, { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(fault)}` });
  const port = await untilListening(api);
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(minimalEnquiry);
  const reply = await fetch(`http://127.0.0.1:${port}/api/request/send-request`, { method: 'POST', headers, body });
  const { reference } = (await reply.json()) as { reference: string };
  api.kill('SIGUSR2');
  const [complaint, ended] = await Promise.all([api.stderr && text(api.stderr), once(api, 'exit')]);
  expect(ended).toEqual([1, null]);
  expect(complaint).toContain('Error: after the reply');

  // Like the supervisor.
  await untilListening(startApi(0, dataDir));
  const file = new Database(join(dataDir, 'threadline.db'), { readonly: true });
  expect(file.prepare('select reference from enquiries').pluck().all()).toEqual([reference]);
  file.close();
});
