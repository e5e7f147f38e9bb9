import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { createBucket } from '../../../packages/object-store/test/test-bucket.ts';
import { startCeph } from '../../../scripts/ceph-server.mjs';
import { signIn } from '../support/session.ts';
import { type Product, root, startProduct, until } from '../support/stack.ts';
import type { Figure } from './measure.ts';

const run = promisify(execFile);
const megabyte = 1024 ** 2;
/** `RESTORE_MB=1000` measures the restore of a gigabyte. */
const totalBytes = Number(process.env.RESTORE_MB || 100) * megabyte;
const imageBytes = 500_000;
/** A fifth of the data is in the database, the rest are images. */
const databaseShare = 0.2;
const messageLength = 4500;
const connections = 16;

/** Adds images with random bytes, so that nothing can be compressed or skipped. */
function addImages(dataDir: string, count: number): void {
  const db = new Database(join(dataDir, 'threadline.db'));
  const insert = db.prepare(`insert into images
    (id, public_id, original_name, url, width, height, bytes, alt, focus_x, focus_y, tags, variants, uploaded_at)
    values (?, ?, 'a.png', ?, 480, 320, ?, 'A picture', 50, 50, '[]', ?, '2026-11-21T10:00:00.000Z')`);
  const media = join(dataDir, 'media');
  mkdirSync(media, { recursive: true });
  for (let index = 0; index < count; index += 1) {
    const publicId = index.toString(16).padStart(32, '0');
    const url = `/media/${publicId}-480.avif`;
    writeFileSync(join(media, `${publicId}-480.avif`), randomBytes(imageBytes));
    const variants = [{ format: 'avif', width: 480, height: 320, bytes: imageBytes, url }];
    insert.run(publicId, publicId, url, imageBytes, JSON.stringify(variants));
  }
  db.close();
}

/** Sends enquiries with long messages, each from a network of its own. */
async function addEnquiries({ url }: Product, count: number): Promise<void> {
  let next = 0;
  const send = async () => {
    for (let number = next++; number < count; number = next++) {
      const message = randomBytes((messageLength * 3) / 4).toString('base64');
      const email = `person${number}@example.org`;
      const body = JSON.stringify({ companyName: `Company ${number}`, companySize: '11-50', email, message });
      const forwarded = `198.${18 + ((number >> 16) & 1)}.${(number >> 8) & 255}.${number & 255}`;
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwarded };
      const reply = await fetch(`${url}/api/request/send-request`, { method: 'POST', headers, body });
      if (!reply.ok) throw new Error(`An enquiry was refused: ${await reply.text()}`);
      await reply.body?.cancel();
    }
  };
  await Promise.all(Array.from({ length: connections }, send));
}

interface Made {
  backup: { bytes: number; place: string; verification: { result: string; detail: string } };
}

/** Measures an off-site backup, and the restore of an empty machine from it. */
export async function benchRestore(): Promise<Figure[]> {
  const server = process.platform === 'linux' ? await startCeph() : undefined;
  if (!server) return [{ name: 'restore from an object store', value: 'not measured: Ceph cannot be fetched' }];
  const env = { BACKUP_URL: await createBucket(server.url, '/site'), BACKUP_EVERY_HOURS: '0' };
  const stack = await startProduct({ ...env, TRUST_PROXY: 'true' });
  const dataDir = mkdtempSync(join(tmpdir(), 'threadline-restored-'));
  try {
    addImages(stack.dataDir, Math.round((totalBytes * (1 - databaseShare)) / imageBytes));
    await addEnquiries(stack, Math.round((totalBytes * databaseShare) / messageLength / 2));
    const session = await signIn(stack.url);
    const first = await timeBackup(session);
    await session.save('hero', 'title', 'One word more.');
    const second = await timeBackup(session);
    const images = readdirSync(join(stack.dataDir, 'media')).length;
    await stack.stop('SIGKILL');
    await until('the product has ended', () => stack.processes().length === 0);
    rmSync(stack.dataDir, { recursive: true, force: true });
    const began = performance.now();
    await run(process.execPath, ['scripts/bootstrap.mjs', 'cli', 'restore', 'latest'], {
      cwd: root,
      env: { ...process.env, ...env, DATA_DIR: dataDir },
    });
    const seconds = (performance.now() - began) / 1000;
    if (readdirSync(join(dataDir, 'media')).length !== images) throw new Error('Images are missing after the restore.');
    const databaseBytes = statSync(join(dataDir, 'threadline.db')).size;
    const total = first.bytes / megabyte;
    return [
      {
        name: `off-site backup of ${total.toFixed(0)} MB, verified`,
        value: `${first.seconds.toFixed(1)} s, ${(total / first.seconds).toFixed(0)} MB/s`,
      },
      { name: 'the next one, after an edit', value: `${second.seconds.toFixed(1)} s` },
      {
        name: `restore of an empty machine, ${(databaseBytes / megabyte).toFixed(0)} MB of it database`,
        value: `${seconds.toFixed(1)} s, ${(total / seconds).toFixed(0)} MB/s`,
      },
    ];
  } finally {
    await stack.stop('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
    await server.stop();
  }
}

async function timeBackup(session: Awaited<ReturnType<typeof signIn>>): Promise<{ seconds: number; bytes: number }> {
  const began = performance.now();
  const { status, body } = await session.call<Made>('/api/backups', { method: 'POST' });
  const { verification, place } = body.backup ?? {};
  if (status !== 201 || place !== 'off-site' || verification?.result !== 'verified')
    throw new Error(`The backup failed: ${JSON.stringify(body)}`);
  return { seconds: (performance.now() - began) / 1000, bytes: body.backup.bytes };
}
