import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { expect, inject, test } from 'vitest';
import { createTestBucket } from '../../../../packages/object-store/test/test-bucket.ts';
import { newestProgram } from '../../../../scripts/newest-program.ts';
import { startApi, untilListening } from '../../test/api-process.ts';
import { restoreDrills } from '../../test/config.ts';
import { minimalEnquiry } from '../../test/enquiry-fixture.ts';
import { newTempFolder } from '../../test/temp-folders.ts';

const run = promisify(execFile);
const rounds = Array.from({ length: restoreDrills }, (_, index) => index + 1);
const owner = { email: 'owner@example.org', password: 'mango-tree-42' };
const enquiriesPerPhase = 60;

async function createSettings(): Promise<Record<string, string>> {
  return {
    SITE_URL: 'http://localhost:4',
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
    TRUST_PROXY: 'true',
    BACKUP_URL: await createTestBucket('/drill'),
    // The test decides when a backup is made.
    BACKUP_EVERY_HOURS: '0',
    RENDERER_DIR: resolve(import.meta.dirname, '../../../publisher/test/fixtures/bundle'),
    PAGE_HASHER: newestProgram('publisher', 'hash-pages.ts'),
    DATABASE_CHECKER: newestProgram('api', 'backup/check-process.ts'),
  };
}

/** The fields of the answers that the test reads. */
interface Answer {
  success?: boolean;
  reference: string;
  token: string;
  backup?: object;
}

async function post(port: number, path: string, body: object, headers: Record<string, string> = {}) {
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: reply.status, body: (await reply.json()) as Answer };
}

/** Sends enquiries until the server is gone. Each comes from another network, so that no limit applies. */
function keepSending(port: number) {
  const acknowledged: string[] = [];
  let sent = 0;
  const send = async () => {
    while (true) {
      const number = sent++;
      const texts = { email: `sender-${number}@example.org`, message: `Number ${number}` };
      const network = { 'x-forwarded-for': `10.${number >> 8}.${number & 255}.1` };
      const { body } = await post(port, '/api/request/send-request', { ...minimalEnquiry, ...texts }, network);
      if (body.success) acknowledged.push(body.reference);
    }
  };
  // Each sender ends with its first request without a response.
  const senders = Array.from({ length: 8 }, () => send().catch(() => undefined));
  const until = async (count: number) => {
    while (acknowledged.length < count) await new Promise((next) => setTimeout(next, 5));
  };
  return { acknowledged, until, ended: Promise.all(senders) };
}

test.skipIf(inject('objectStore') === '').each(rounds)(
  'a destroyed machine is restored with every enquiry that was acknowledged before its last backup (%d)',
  { timeout: 180_000 },
  async () => {
    const dataDir = newTempFolder();
    const settings = await createSettings();
    const api = startApi(0, dataDir, settings);
    const port = await untilListening(api);
    const { body: login } = await post(port, '/api/auth/login', owner);
    const load = keepSending(port);
    await load.until(enquiriesPerPhase);
    const before = [...load.acknowledged];
    const authorization = { authorization: `Bearer ${login.token}` };
    const { status, body } = await post(port, '/api/backups', {}, authorization);
    expect([status, body.backup]).toMatchObject([201, { place: 'off-site', verification: { result: 'verified' } }]);
    await load.until(load.acknowledged.length + enquiriesPerPhase);
    const ended = once(api, 'exit');
    api.kill('SIGKILL');
    await ended;
    await load.ended;
    rmSync(dataDir, { recursive: true });

    const env = { ...settings, PORT: '4', DATA_DIR: dataDir };
    const { stdout } = await run(process.execPath, [newestProgram('api', 'cli.ts'), 'restore', 'latest'], { env });
    expect(stdout).toContain('All users have to sign in again.');
    const file = new Database(join(dataDir, 'threadline.db'), { readonly: true });
    const restored = new Set(file.prepare<[], string>('select reference from enquiries').pluck().all());
    file.close();
    const lost = load.acknowledged.filter((reference) => !restored.has(reference));
    process.stdout.write(
      `${load.acknowledged.length} enquiries acknowledged, ${before.length} of them before the backup: ${lost.length} lost\n`,
    );
    expect(before.filter((reference) => !restored.has(reference))).toEqual([]);

    const again = await untilListening(startApi(0, dataDir, settings));
    expect((await post(again, '/api/auth/login', owner)).status).toBe(200);
  },
);
