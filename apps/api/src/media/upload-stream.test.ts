import { once } from 'node:events';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createImageFixture, type ImageFixture, picture } from '../../test/image-fixture.ts';
import { newTempFolder } from '../../test/temp-folders.ts';
import { adapterOptions } from '../platform/http/listen.ts';
import { removeStaleTempFolders } from '../platform/storage/temp-folders.ts';
import { maxUploadBytes, readUpload } from './upload.ts';

const megabyte = 1024 * 1024;
const contentType = 'multipart/form-data; boundary=edge';
const pngStart = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR';
const partHead = (name: string) =>
  `--edge\r\ncontent-disposition: form-data; name="images"; filename="${name}"\r\n\r\n`;

/** Returns the bytes of unfinished uploads. */
function countBytesOnDisk({ deps: { config } }: ImageFixture): number {
  return readdirSync(config.dataDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.startsWith('.uploading-'))
    .map((name) => statSync(join(config.dataDir, name), { throwIfNoEntry: false }))
    .reduce((bytes, entry) => bytes + (entry?.isFile() ? entry.size : 0), 0);
}

/** Sends an upload piece by piece. Received bytes that are not on the disk must be in memory. */
async function uploadPieces(fixture: ImageFixture, pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) {
  const iterator = (async function* () {
    yield* pieces;
  })();
  const seen = { taken: 0, onDisk: 0, inMemory: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        seen.onDisk = Math.max(seen.onDisk, countBytesOnDisk(fixture));
        seen.inMemory = Math.max(seen.inMemory, seen.taken - countBytesOnDisk(fixture));
        const { value, done } = await iterator.next();
        if (done) return controller.close();
        seen.taken += value.length;
        controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { authorization: `Bearer ${fixture.token}`, 'content-type': contentType };
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
  const reply = await fixture.app.request('/api/upload/multiple', init);
  const { message } = (await reply.json()) as { message?: string };
  return { status: reply.status, message, seen };
}

const piece = Buffer.alloc(64 * 1024);

function* endlessUpload(): Generator<Uint8Array> {
  for (let file = 0; ; file++) {
    yield Buffer.from(`${partHead(`${file}.png`)}${pngStart}`, 'latin1');
    for (let bytes = 0; bytes < 9 * megabyte; bytes += piece.length) yield piece;
    yield Buffer.from('\r\n');
  }
}

test('received bytes of an upload are on the disk and not in memory, up to the total limit [U15]', async () => {
  const fixture = await createImageFixture();
  const before = fixture.footprint();
  const { status, message, seen } = await uploadPieces(fixture, endlessUpload());
  expect([status, message]).toEqual([413, 'Send at most 64 MB at once.']);
  expect(seen.taken).toBeLessThan(maxUploadBytes + megabyte);
  expect(seen.onDisk).toBeGreaterThan(maxUploadBytes - megabyte);
  expect(seen.inMemory).toBeLessThan(megabyte);
  expect(fixture.footprint()).toEqual(before);
});

test('a file that is not an image is refused by its first bytes and never written to the disk [U3]', async () => {
  const fixture = await createImageFixture();
  const before = fixture.footprint();
  const { status, message, seen } = await uploadPieces(fixture, [
    Buffer.from(`${partHead('film.png')}\0\0\0\x20ftypisom`, 'latin1'),
    ...Array.from({ length: 32 }, () => piece),
    Buffer.from('\r\n--edge--\r\n'),
  ]);
  expect([status, message]).toEqual([422, 'This file is not a PNG, JPG, JPEG or WebP image.']);
  expect([seen.taken > 2 * megabyte, seen.onDisk]).toEqual([true, 0]);
  expect(fixture.footprint()).toEqual(before);
});

test('a file that grows too large is removed before it ends, and the next file is stored [U7]', async () => {
  const fixture = await createImageFixture();
  const small = await picture();
  async function* upload(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`${partHead('huge.png')}${pngStart}`, 'latin1');
    for (let bytes = 0; bytes < 12 * megabyte; bytes += piece.length) yield piece;
    await vi.waitUntil(() => countBytesOnDisk(fixture) === 0, { timeout: 20_000 });
    yield Buffer.from(`\r\n${partHead('small.png')}`);
    yield small;
    yield Buffer.from('\r\n--edge--\r\n');
  }
  const { status, seen } = await uploadPieces(fixture, upload());
  expect([status, seen.onDisk > 9 * megabyte]).toEqual([201, true]);
});

/** The same over a network connection. */
async function connect(fixture: ImageFixture): Promise<ClientRequest> {
  const server = serve({ fetch: fixture.app.fetch, port: 0, hostname: '127.0.0.1', ...adapterOptions });
  await vi.waitUntil(() => server.listening, 20_000);
  const { port } = server.address() as AddressInfo;
  const headers = { authorization: `Bearer ${fixture.token}`, 'content-type': contentType };
  const call = request({ port, method: 'POST', path: '/api/upload/multiple', headers });
  onTestFinished(() => {
    call.destroy();
    server.close();
  });
  return call;
}

test('an upload that a browser aborts is removed completely [U12]', async () => {
  const fixture = await createImageFixture();
  const before = fixture.footprint();
  const call = await connect(fixture);
  call.on('error', () => {});
  call.write(Buffer.from(`${partHead('a.png')}${pngStart}`, 'latin1'));
  call.write(Buffer.alloc(3 * megabyte));
  await vi.waitUntil(() => countBytesOnDisk(fixture) > 2 * megabyte, { timeout: 20_000 });
  call.destroy();
  await vi.waitFor(() => expect(fixture.footprint()).toEqual(before), { timeout: 20_000 });
});

test('an upload over the limit is refused while it is being sent [U7]', async () => {
  const fixture = await createImageFixture();
  const before = fixture.footprint();
  const call = await connect(fixture);
  let sent = 0;
  let isAnswered = false;
  const answer = new Promise<[status: number | undefined, connection: string | undefined]>((resolve, reject) => {
    call.on('error', (error) => isAnswered || reject(error));
    call.on('response', (reply) => {
      isAnswered = true;
      resolve([reply.statusCode, reply.headers.connection]);
    });
  });
  for (const bytes of endlessUpload()) {
    if (isAnswered || sent > 3 * maxUploadBytes) break;
    sent += bytes.length;
    if (!call.write(bytes)) await Promise.race([new Promise((resolve) => call.once('drain', resolve)), answer]);
  }
  expect(await answer).toEqual([413, 'close']);
  expect(sent).toBeLessThan(2 * maxUploadBytes);
  await vi.waitFor(() => expect(fixture.footprint()).toEqual(before), { timeout: 20_000 });
});

test('an upload longer than its declared length is refused at that length and not stored [U7]', async () => {
  const fixture = await createImageFixture();
  const before = fixture.footprint();
  const call = await connect(fixture);
  call.on('error', () => {});
  call.setHeader('content-length', 300);
  const answer = once(call, 'response');
  call.write(Buffer.from(`${partHead('a.png')}${pngStart}`, 'latin1'));
  call.end(Buffer.alloc(megabyte));
  const [reply] = (await answer) as [IncomingMessage];
  expect(reply.statusCode).toBe(400);
  await vi.waitFor(() => expect(fixture.footprint()).toEqual(before), { timeout: 20_000 });
});

test('a scratch folder that cannot be written is reported as a storage error', async () => {
  const form = new FormData();
  form.append('images', new Blob([await picture()]), 'a.png');
  const upload = new Request('http://site.test/', { method: 'POST', body: form });
  const reading = readUpload(upload, join(newTempFolder(), 'missing'));
  await expect(reading).rejects.toMatchObject({ message: 'The file cannot be written.', cause: { code: 'ENOENT' } });
});

test('the next start removes the unfinished upload of a killed process', () => {
  const dataDir = newTempFolder();
  for (const name of ['.uploading-a1B2c3', '.restoring-a1B2c3', 'media']) mkdirSync(join(dataDir, name));
  removeStaleTempFolders(dataDir);
  expect(readdirSync(dataDir)).toEqual(['media']);
});
