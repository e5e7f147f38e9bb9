import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { createContentHeaders, hashHeader, type ObjectStore } from './object-store.ts';
import { ObjectStoreError } from './store-error.ts';

/** S3 accepts at most 10,000 parts, so that a file may have 160 GB. */
const partBytes = 16 * 1024 * 1024;
/** Parts that are transferred, and in memory, at the same time. */
const partsAtOnce = 3;

interface TransferOptions {
  signal?: AbortSignal;
  /** Called with the number of bytes that were transferred since the last call. */
  onBytes?: ((more: number) => void) | undefined;
}

/** Uploads a file in parts of 16 MB. The object appears when all of them have arrived. */
export async function uploadFile(
  store: ObjectStore,
  { key, path, sha256, contentType }: { key: string; path: string; sha256: string; contentType?: string },
  { signal, onBytes }: TransferOptions = {},
): Promise<void> {
  const file = await open(path, 'r');
  let uploadId = '';
  try {
    const { size } = await file.stat();
    if (size <= partBytes) {
      await store.put(key, new Uint8Array(await file.readFile()), {
        ...(contentType && { contentType }),
        ...(signal && { signal }),
      });
      onBytes?.(size);
      return;
    }
    const headers = { ...createContentHeaders(contentType), [hashHeader]: sha256 };
    const started = await store.request('POST', key, { query: '?uploads=', headers, signal });
    uploadId = readId(new TextDecoder().decode(started.body));
    if (uploadId === '') throw createMultipartError(store);
    const query = `uploadId=${encodeURIComponent(uploadId)}`;
    const etags = await mapInOrder(size, async (number, from, length) => {
      const body = new Uint8Array(length);
      await file.read(body, 0, length, from);
      const sent = await store.request('PUT', key, { query: `?partNumber=${number}&${query}`, body, signal });
      onBytes?.(length);
      return sent.headers.get('etag') ?? '';
    });
    const parts = etags.map((etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`);
    const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
    const completed = await store.request('POST', key, { query: `?${query}`, body, signal });
    // A failure may come with the status 200.
    if (!new TextDecoder().decode(completed.body).includes('<CompleteMultipartUploadResult'))
      throw createMultipartError(store);
    uploadId = '';
  } finally {
    await file.close();
    // Parts without an object cost money. The signal may be aborted, so that it is not passed on.
    if (uploadId !== '')
      await store.request('DELETE', key, { query: `?uploadId=${encodeURIComponent(uploadId)}` }).catch(() => undefined);
  }
}

/**
 * Downloads an object to a new file, in parts of 16 MB.
 *
 * @returns size and SHA-256 of the downloaded bytes; undefined if there is no such object
 */
export async function downloadFile(
  store: ObjectStore,
  { key, path }: { key: string; path: string },
  { signal, onBytes }: TransferOptions = {},
): Promise<{ bytes: number; sha256: string } | undefined> {
  const found = await store.describe(key, signal);
  if (!found) return undefined;
  const file = await open(path, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    const write = async (_number: number, from: number, length: number) => {
      const headers = { range: `bytes=${from}-${from + length - 1}` };
      const { status, body } = await store.request('GET', key, { headers, signal });
      if (status === 404 || body.length !== length)
        throw new ObjectStoreError('refused', `The store ${store.name} did not return ${key} as a whole.`);
      await file.write(body, 0, length, from);
      onBytes?.(length);
      return body;
    };
    await mapInOrder(found.bytes, write, (body) => hash.update(body));
    await file.sync();
    return { bytes: found.bytes, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

/**
 * Calls a function for each part of a file, a few at a time.
 *
 * @param onResult called with the results in the order of the parts; they are not kept then
 */
async function mapInOrder<Result>(
  size: number,
  transfer: (number: number, from: number, length: number) => Promise<Result>,
  onResult?: (result: Result) => void,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0, number = 1; from < size; ) {
    const running: Promise<Result>[] = [];
    for (; running.length < partsAtOnce && from < size; from += partBytes, number += 1)
      running.push(transfer(number, from, Math.min(partBytes, size - from)));
    const outcomes = await Promise.allSettled(running);
    for (const each of outcomes) {
      if (each.status === 'rejected') throw each.reason;
      if (onResult) onResult(each.value);
      else results.push(each.value);
    }
  }
  return results;
}

function readId(xml: string): string {
  return xml.split('<UploadId>')[1]?.split('<')[0] ?? '';
}

function createMultipartError({ name }: ObjectStore): ObjectStoreError {
  return new ObjectStoreError('refused', `The store ${name} does not accept files in several parts.`);
}
