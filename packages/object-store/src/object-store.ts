import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createConditionError, readElement } from './s3-response.ts';
import {
  type Answer,
  type Body,
  choosePauseMs,
  createSender,
  defaultRetries,
  type RetrySettings,
  type SendOptions,
  sha256,
} from './send-request.ts';
import { ObjectStoreError } from './store-error.ts';
import { describeLocation, type StoreLocation } from './store-url.ts';

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
  /** Returns undefined if there is no such object. */
  get(key: string, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Returns undefined if there is no such object. */
  describe(key: string, signal?: AbortSignal): Promise<ObjectDescription | undefined>;
  put(key: string, body: Body, options?: PutOptions): Promise<void>;
  /** Stores a new object. @returns false if the key exists already; its content is unchanged then */
  create(key: string, body: Body, options?: PutOptions): Promise<boolean>;
  /**
   * Replaces an object by what `change` returns for its present content. If another writer was faster, the object is read
   * and changed once more, after a pause. Call `probe` first, without which some stores refuse the condition.
   *
   * @param change gets undefined if there is no such object, and returns undefined to leave it as it is
   * @throws ObjectStoreError if another writer was faster each time
   */
  update(
    key: string,
    change: (content: Uint8Array<ArrayBuffer> | undefined) => Body | undefined,
    options?: PutOptions,
  ): Promise<void>;
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
  request(method: string, key: string, options?: SendOptions & { query?: string }): Promise<Answer>;
}

/** Metadata of an object: the SHA-256 of its content. */
export const hashHeader = 'x-amz-meta-sha256';
const immutable = 'public, max-age=31536000, immutable';

/** Returns the headers with which a browser may load an object directly. */
export function createContentHeaders(contentType = 'application/octet-stream', cacheControl = immutable) {
  return { 'content-type': contentType, 'cache-control': cacheControl };
}

/** Opens a bucket of an S3-compatible store. Nothing is requested yet. */
export function openObjectStore(location: StoreLocation, settings: Partial<RetrySettings> = {}): ObjectStore {
  const retries = { ...defaultRetries, ...settings };
  const send = createSender(location, retries);
  const { prefix } = location;
  const name = describeLocation(location);
  // AWS and R2 compare the ETag as they return it; Ceph 16 wants it without quotes. The probe finds out.
  let isBareEtag = false;

  async function read(key: string, signal?: AbortSignal) {
    const { status, body, headers } = await send('GET', toPath(prefix + key), { signal });
    return status === 404 ? undefined : { body, etag: headers.get('etag') ?? '' };
  }

  async function write(key: string, body: Body, options: PutOptions & { condition?: Condition }) {
    const { contentType, cacheControl, condition, signal } = options;
    const hash = sha256(body);
    const headers = {
      ...createContentHeaders(contentType, cacheControl),
      'x-amz-content-sha256': hash,
      [hashHeader]: hash,
      ...condition,
    };
    const { status } = await send('PUT', toPath(prefix + key), { body, headers, signal });
    return status !== 412;
  }

  /** Writes an object if it is still the one that was read. @param etag undefined if there was none */
  function replace(key: string, body: Body, { etag, ...options }: PutOptions & { etag: string | undefined }) {
    if (etag === undefined) return write(key, body, { ...options, condition: ifMissing });
    return write(key, body, { ...options, condition: { 'if-match': isBareEtag ? withoutQuotes(etag) : etag } });
  }

  const store: ObjectStore = {
    name,

    async get(key, signal) {
      return (await read(key, signal))?.body;
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

    create: (key, body, options) => write(key, body, { ...options, condition: ifMissing }),

    async update(key, change, options = {}) {
      for (let attempt = 1; ; attempt += 1) {
        const present = await read(key, options.signal);
        const body = change(present?.body);
        if (body === undefined || (await replace(key, body, { ...options, etag: present?.etag }))) return;
        // The reply to an earlier attempt may have been lost as well: then `change` finds its own content.
        if (attempt === retries.attempts)
          throw new ObjectStoreError('unavailable', `Another program keeps changing ${key} in the store ${name}.`);
        await sleep(choosePauseMs(retries, attempt), undefined, { signal: options.signal });
      }
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
        const etag = (await read(key, signal))?.etag;
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

const ifMissing = { 'if-none-match': '*' };
type Condition = typeof ifMissing | { 'if-match': string };

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

const withoutQuotes = (etag: string) => etag.replaceAll('"', '');
