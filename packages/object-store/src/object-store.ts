import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { createConditionError, describeRefusal, isBucketMissing, readElement } from './s3-response.ts';
import { ObjectStoreError } from './store-error.ts';
import { describeLocation, type StoreLocation } from './store-url.ts';

/** The bytes of an object; text is stored as UTF-8. */
export type Body = Uint8Array<ArrayBuffer> | string;

export interface StoredObject {
  body: Uint8Array<ArrayBuffer>;
  /** As the store returned it; pass it to `replace`. */
  etag: string;
}

export interface ObjectFacts {
  key: string;
  bytes: number;
  modifiedAt: Date;
  /** Without quotes. Most stores use the MD5 of the content in hex. */
  etag: string;
}

export interface ObjectDescription {
  bytes: number;
  /** SHA-256 of the content in hex; undefined if another program has written the object. */
  sha256: string | undefined;
}

interface PutOptions {
  contentType?: string;
  cacheControl?: string;
  signal?: AbortSignal;
}

export interface ObjectStore {
  /** Names the store in messages; without keys and secrets. */
  readonly name: string;
  get(key: string, signal?: AbortSignal): Promise<StoredObject | undefined>;
  /** Returns undefined if there is no such object. */
  describe(key: string, signal?: AbortSignal): Promise<ObjectDescription | undefined>;
  put(key: string, body: Body, options?: PutOptions): Promise<void>;
  /** Stores a new object. @returns false if the key exists already; its content is unchanged then */
  create(key: string, body: Body, options?: PutOptions): Promise<boolean>;
  /**
   * Replaces an object unless another writer has changed it since it was read.
   *
   * @param options.etag of the read object; undefined if there was none
   * @returns false if the object was changed meanwhile
   */
  replace(key: string, body: Body, options: PutOptions & { etag: string | undefined }): Promise<boolean>;
  /** Deletes an object; a missing one is no error. */
  delete(key: string, signal?: AbortSignal): Promise<void>;
  /** Lists all objects whose key begins with `prefix`, in the order of their keys. */
  list(prefix: string, signal?: AbortSignal): AsyncGenerator<ObjectFacts>;
  /**
   * Tests the address, the key and whether the store honours conditional writes, without which two publishers could
   * overwrite each other.
   *
   * @throws ObjectStoreError
   */
  probe(signal?: AbortSignal): Promise<void>;
  /** Sends a request that has no method of its own, signed and with retries. The status is 2xx, 404 or 412. */
  request(method: string, key: string, options?: Sent & { query?: string }): Promise<Answer>;
}

interface StoreSettings {
  /** Time limit of each attempt in ms, beside the time that its bytes take. */
  timeoutMs?: number;
  /** The pause before the second attempt, in ms; it doubles with each further one. */
  firstPauseMs?: number;
  attempts?: number;
}

const maxPauseMs = 10_000;
/** The slowest connection on which an upload is not given up. A download has to bring the next bytes in time. */
const minBytesPerMs = 32;
/** Metadata of an object: the SHA-256 of its content. */
export const hashHeader = 'x-amz-meta-sha256';
const immutable = 'public, max-age=31536000, immutable';

/** Opens a bucket of an S3-compatible store. Nothing is requested yet. */
export function openObjectStore(location: StoreLocation, settings: StoreSettings = {}): ObjectStore {
  const { timeoutMs = 30_000, firstPauseMs = 250, attempts = 4 } = settings;
  const { accessKeyId, secretAccessKey, region, prefix } = location;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const name = describeLocation(location);
  const root = bucketUrl(location);
  // AWS and R2 compare the ETag as they return it; Ceph 16 wants it without quotes. The probe finds out.
  let isBareEtag = false;

  async function send(method: string, path: string, { body, headers = {}, signal }: Sent = {}): Promise<Answer> {
    // With the hash the store refuses damaged bytes; the library would send "UNSIGNED-PAYLOAD".
    const hashed = { 'x-amz-content-sha256': sha256(body ?? ''), ...headers };
    for (let attempt = 1; ; attempt += 1) {
      const answer = await attemptOnce(method, path, { body, headers: hashed, signal });
      if (!(answer instanceof ObjectStoreError)) return answer;
      const pauseMs = answer.retryAfterMs ?? firstPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
      if (answer.fault !== 'unavailable' || attempt === attempts || pauseMs > maxPauseMs) throw answer;
      await sleep(pauseMs, undefined, { signal });
    }
  }

  async function attemptOnce(method: string, path: string, { body, headers, signal }: Sent) {
    const limit = new AbortController();
    const limitMs = timeoutMs + Math.round((body?.length ?? 0) / minBytesPerMs);
    const timer = setTimeout(() => limit.abort(), limitMs);
    try {
      const request = await client.sign(root + path, { method, headers, ...(body !== undefined && { body }) });
      // A redirect would lose the signature, and send the body to another host.
      const reply = await fetch(request, {
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
      });
      const bytes = await readBytes(reply, () => timer.refresh());
      const { ok, status } = reply;
      // 412: the condition was not met. Both are answers, not faults.
      if (ok || status === 412 || (status === 404 && !isBucketMissing(bytes)))
        return { status, body: bytes, headers: reply.headers };
      return describeRefusal(name, reply, new TextDecoder().decode(bytes));
    } catch (error) {
      signal?.throwIfAborted();
      const reason = limit.signal.aborted
        ? `did not answer within ${limitMs / 1000} s`
        : `cannot be reached (${getCode(error)})`;
      return new ObjectStoreError('unavailable', `The store ${name} ${reason}.`);
    } finally {
      clearTimeout(timer);
    }
  }

  async function write(key: string, body: Body, options: PutOptions & { condition?: Condition }) {
    const { contentType = 'application/octet-stream', cacheControl = immutable, condition, signal } = options;
    const hash = sha256(body);
    const headers = {
      'content-type': contentType,
      'cache-control': cacheControl,
      'x-amz-content-sha256': hash,
      [hashHeader]: hash,
      ...condition,
    };
    const { status } = await send('PUT', toPath(prefix + key), { body, headers, signal });
    return status !== 412;
  }

  const store: ObjectStore = {
    name,

    async get(key, signal) {
      const { status, body, headers } = await send('GET', toPath(prefix + key), { signal });
      return status === 404 ? undefined : { body, etag: headers.get('etag') ?? '' };
    },

    async describe(key, signal) {
      const { status, headers } = await send('HEAD', toPath(prefix + key), { signal });
      if (status === 404) return undefined;
      return { bytes: Number(headers.get('content-length')), sha256: headers.get(hashHeader) ?? undefined };
    },

    request: (method, key, { query = '', ...options } = {}) => send(method, toPath(prefix + key) + query, options),

    async put(key, body, options = {}) {
      await write(key, body, options);
    },

    create: (key, body, options) => write(key, body, { ...options, condition: { 'if-none-match': '*' } }),

    replace(key, body, { etag, ...options }) {
      if (etag === undefined) return store.create(key, body, options);
      return write(key, body, { ...options, condition: { 'if-match': isBareEtag ? withoutQuotes(etag) : etag } });
    },

    async delete(key, signal) {
      await send('DELETE', toPath(prefix + key), { signal });
    },

    async *list(start, signal) {
      for (let token = ''; ; ) {
        const query = new URLSearchParams({ 'list-type': '2', 'encoding-type': 'url', prefix: prefix + start });
        if (token !== '') query.set('continuation-token', token);
        // URLSearchParams writes a space as "+", which the signature does not know.
        const { body } = await send('GET', `?${String(query).replaceAll('+', '%20')}`, { signal });
        const xml = new TextDecoder().decode(body);
        // An empty answer of a proxy must not look like an empty store.
        if (!xml.includes('<ListBucketResult'))
          throw new ObjectStoreError('refused', `The store ${name} did not list its objects.`);
        for (const entry of xml.split('<Contents>').slice(1)) {
          const key = decodeURIComponent(readElement(entry, 'Key').replaceAll('+', '%20'));
          const modifiedAt = new Date(readElement(entry, 'LastModified'));
          const etag = withoutQuotes(readElement(entry, 'ETag'));
          yield { key: key.slice(prefix.length), bytes: Number(readElement(entry, 'Size')), modifiedAt, etag };
        }
        token = readElement(xml, 'NextContinuationToken');
        if (token === '') return;
      }
    },

    async probe(signal) {
      const key = `_threadline/probe-${randomUUID()}`;
      // False means that the reply of an earlier attempt was lost: no other writer uses this key.
      await store.create(key, 'probe', { signal });
      try {
        const isOverwritten = await store.create(key, 'other', { signal });
        const etag = (await store.get(key, signal))?.etag;
        if (isOverwritten || etag === undefined) throw createConditionError(name);
        const matches = (value: string) => write(key, 'probe', { signal, condition: { 'if-match': value } });
        if (await matches('"0"')) throw createConditionError(name);
        const isQuoted = await matches(etag);
        if (!isQuoted && !(await matches(withoutQuotes(etag)))) throw createConditionError(name);
        isBareEtag = !isQuoted;
      } finally {
        // A key without this permission can still deliver.
        await store.delete(key, signal).catch(() => undefined);
      }
    },
  };
  return store;
}

type Condition = { 'if-none-match': '*' } | { 'if-match': string };

interface Sent {
  body?: Body | undefined;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

interface Answer {
  status: number;
  body: Uint8Array<ArrayBuffer>;
  headers: Headers;
}

function bucketUrl({ endpoint, bucket, style }: StoreLocation): string {
  if (style === 'path') return `${endpoint}/${bucket}/`;
  const { protocol, host } = new URL(endpoint);
  return `${protocol}//${bucket}.${host}/`;
}

async function readBytes({ body }: Response, onProgress: () => void): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    onProgress();
  }
  return Buffer.concat(chunks);
}

/** Encodes a key for a URL; `encodeURIComponent` leaves characters that AWS wants encoded. */
function toPath(key: string): string {
  const encode = (part: string) =>
    encodeURIComponent(part).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  return key.split('/').map(encode).join('/');
}

/** Stores that encrypt objects may have another ETag than the MD5; then the length must do. */
export function hasBytes(facts: ObjectFacts | undefined, body: Body): boolean {
  if (facts?.bytes !== Buffer.byteLength(body)) return false;
  return !/^[0-9a-f]{32}$/.test(facts.etag) || facts.etag === createHash('md5').update(body).digest('hex');
}

const sha256 = (body: Body) => createHash('sha256').update(body).digest('hex');

const withoutQuotes = (etag: string) => etag.replaceAll('"', '');

function getCode(error: unknown): string {
  const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException };
  return cause?.code ?? cause?.message ?? message;
}
