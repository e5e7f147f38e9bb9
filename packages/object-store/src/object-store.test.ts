import { hash, randomBytes } from 'node:crypto';
import { type RequestListener, request as sendRequest } from 'node:http';
import { expect, inject, test } from 'vitest';
import { startServer } from '../test/start-server.ts';
import { createTestBucket } from '../test/test-bucket.ts';
import { type ObjectStore, openObjectStore } from './object-store.ts';
import type { ObjectStoreError } from './store-error.ts';
import { parseStoreUrl } from './store-url.ts';

const testWithStore = test.skipIf(inject('objectStore') === '');
const text = (body: Uint8Array | undefined) => new TextDecoder().decode(body);
const open = async (prefix = '') => openObjectStore(parseStoreUrl(await createTestBucket(prefix)));

async function listKeys(store: ObjectStore, prefix = ''): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys;
}

/** Resolves to the error of a failed request. */
const getFault = (request: Promise<unknown>) =>
  request.then(
    () => expect.fail('The request succeeded.'),
    (error: ObjectStoreError) => error,
  );

testWithStore('bytes come back unchanged, and a missing or deleted object is undefined', async () => {
  const store = await open('/some/folder');
  const bodies = {
    empty: new Uint8Array(),
    small: randomBytes(1000).subarray(10, 900),
    large: randomBytes(20_000_000),
  };
  for (const [key, body] of Object.entries(bodies)) {
    await store.put(key, body);
    expect(Buffer.compare((await store.get(key)) ?? new Uint8Array(1), body), key).toBe(0);
    const sha256 = hash('sha256', body);
    expect(await store.describe(key)).toEqual({ bytes: body.length, sha256 });
  }
  await store.delete('small');
  await store.delete('small');
  expect([await store.get('small'), await store.describe('small'), await store.get('never')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

testWithStore('a key may contain spaces, signs, accents and Devanagari', async () => {
  const store = await open();
  const keys = ["a b+c/é (1)!*'.txt", 'क/ख', 'percent%20', 'a&b=c?d#e'];
  for (const key of keys) await store.put(key, key);
  for (const key of keys) expect(text(await store.get(key))).toBe(key);
  expect(new Set(await listKeys(store))).toEqual(new Set(keys));
});

testWithStore('more than a thousand objects are listed, only those below the prefix', async () => {
  const store = await open('/below');
  const names = Array.from({ length: 1100 }, (_, index) => `many/${String(index).padStart(4, '0')}`);
  for (let start = 0; start < names.length; start += 50)
    await Promise.all(names.slice(start, start + 50).map((name) => store.put(name, 'x')));
  await store.put('other', 'x');
  expect(await listKeys(store, 'many/')).toEqual(names);
  expect(await listKeys(store, 'none/')).toEqual([]);
});

testWithStore('of eight writers that create the same object, exactly one succeeds', async () => {
  const store = await open();
  for (let round = 0; round < 5; round += 1) {
    const writers = Array.from({ length: 8 }, (_, index) => store.create(`round-${round}`, `writer ${index}`));
    const won = (await Promise.all(writers)).flatMap((isFirst, index) => (isFirst ? [index] : []));
    expect(won).toHaveLength(1);
    expect(text(await store.get(`round-${round}`))).toBe(`writer ${won[0]}`);
  }
});

testWithStore('of eight writers that update an object, none overwrites what another one has written', async () => {
  const location = parseStoreUrl(await createTestBucket());
  const writers = Array.from({ length: 8 }, () => openObjectStore(location, { firstPauseMs: 5, attempts: 20 }));
  const add = async (store: ObjectStore, letter: string) => {
    await store.probe();
    await store.update('pointer', (content) => text(content) + letter);
  };
  await Promise.all(writers.map((store, index) => add(store, 'abcdefgh'.charAt(index))));
  const [store] = writers as [ObjectStore];
  const content = text(await store.get('pointer'));
  expect([...content].sort().join('')).toBe('abcdefgh');
  await store.update('pointer', () => undefined);
  expect(text(await store.get('pointer'))).toBe(content);
  expect(await listKeys(store)).toEqual(['pointer']);
});

test('an update that loses against another writer each time ends with a sentence', async () => {
  const { store } = await openFaulty(({ method }, reply) =>
    reply.writeHead(method === 'GET' ? 200 : 412, { etag: '"1"' }).end(),
  );
  let attempts = 0;
  const change = () => {
    attempts += 1;
    return 'mine';
  };
  const error = await getFault(store.update('live.json', change));
  expect([error.fault, attempts]).toEqual(['unavailable', 4]);
  expect(error.message).toMatch(/^Another program keeps changing live\.json in the store bucket at \S+\.$/);
});

testWithStore('a browser that reads an object gets its content type and cache header', async () => {
  const url = await createTestBucket();
  const store = openObjectStore(parseStoreUrl(url));
  await store.put('page', '<p>', { contentType: 'text/html', cacheControl: 'no-cache' });
  await store.put('blob', 'x');
  const { AwsClient } = await import('aws4fetch');
  const { endpoint, bucket, ...keys } = parseStoreUrl(url);
  const head = async (key: string) => {
    const reply = await new AwsClient({ ...keys, service: 's3' }).fetch(`${endpoint}/${bucket}/${key}`);
    return [reply.headers.get('content-type'), reply.headers.get('cache-control')];
  };
  expect(await head('page')).toEqual(['text/html', 'no-cache']);
  expect(await head('blob')).toEqual(['application/octet-stream', 'public, max-age=31536000, immutable']);
});

testWithStore.each([
  ['a wrong secret', (url: string) => url.replace(/:[^:@]*@/, ':wrong@'), 'unauthorized'],
  ['an unknown key', (url: string) => url.replace('//test-key:', '//unknown-key:'), 'unauthorized'],
  ['a missing bucket', (url: string) => url.replace(/\/test-[0-9a-f-]{36}/, '/no-such-bucket'), 'missing-bucket'],
])('%s is reported as such, without key and secret', async (_, change, fault) => {
  const url = await createTestBucket();
  const location = parseStoreUrl(change(url));
  const store = openObjectStore(location);
  for (const send of [() => store.get('x'), () => store.put('x', 'y'), () => store.probe()]) {
    const error = await getFault(send());
    expect(error.fault).toBe(fault);
    expect(error.message).not.toMatch(new RegExp(`${location.accessKeyId}|secret|wrong`));
    expect(error.message).toMatch(/^The store \S+ at 127\.0\.0\.1:\d+ .*\.$/);
  }
});

/** Starts a server with these answers. @returns a store that uses it, and the number of requests so far */
async function openFaulty(answer: RequestListener, { timeoutMs = 60_000 } = {}) {
  const { host, count } = await serveFaulty(answer);
  const location = parseStoreUrl(`s3+http://key:secret@${host}/bucket?region=auto`);
  return { store: openObjectStore(location, { timeoutMs, firstPauseMs: 1 }), count };
}

async function serveFaulty(answer: RequestListener) {
  let count = 0;
  const address = await startServer((request, reply) => {
    count += 1;
    answer(request, reply);
  });
  return { host: new URL(address).host, count: () => count };
}

const codeBody = (code: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><AWSAccessKeyId>key</AWSAccessKeyId></Error>`;

test.each([
  ['503', 503, 'SlowDown', 'unavailable', 4],
  ['429', 429, 'TooManyRequests', 'unavailable', 4],
  ['500', 500, 'InternalError', 'unavailable', 4],
  ['a conflict of conditional writes', 409, 'ConditionalRequestConflict', 'unavailable', 4],
  ['a wrong clock', 403, 'RequestTimeTooSkewed', 'clock', 1],
  ['a wrong region', 400, 'AuthorizationHeaderMalformed', 'region', 1],
  ['a used-up quota', 403, 'QuotaExceeded', 'full', 1],
  ['a full disk', 507, 'InsufficientStorage', 'full', 1],
  ['another refusal', 400, 'InvalidArgument', 'refused', 1],
] as const)('%s is reported, after retries if they can help', async (_, status, code, fault, requests) => {
  const { store, count } = await openFaulty((_request, reply) => reply.writeHead(status).end(codeBody(code)));
  const error = await getFault(store.put('x', 'y'));
  expect([error.fault, count()]).toEqual([fault, requests]);
  expect(error.message).toMatch(/^The store bucket at 127\.0\.0\.1:\d+ [^<>]*\.$/);
});

test('a store that answers again is used again', async () => {
  let attempts = 0;
  const { store } = await openFaulty((request, reply) => {
    attempts += 1;
    if (attempts === 1) request.socket.destroy();
    else reply.writeHead(attempts === 2 ? 503 : 200, { 'retry-after': '0' }).end();
  });
  await store.put('x', 'y');
  expect(attempts).toBe(3);
});

test('a store that asks for a longer pause than ten seconds is not asked again', async () => {
  const { store, count } = await openFaulty((_request, reply) => reply.writeHead(503, { 'retry-after': '60' }).end());
  const error = await getFault(store.get('x'));
  expect([error.fault, error.retryAfterMs, count()]).toEqual(['unavailable', 60_000, 1]);
});

test('a store that hangs is given up after the time limit, and a cancelled request at once', async () => {
  const { store } = await openFaulty(() => {}, { timeoutMs: 200 });
  const error = await getFault(store.get('x'));
  expect(error.message).toMatch(/did not answer within 0\.2 s\.$/);
  await expect(store.get('x', AbortSignal.abort(new Error('Stopped.')))).rejects.toThrow('Stopped.');
});

test('a slow connection is not given up while bytes arrive, and a large upload gets more time', async () => {
  const limit = { timeoutMs: 500 };
  const { store, count } = await openFaulty(async (request, reply) => {
    if (request.method === 'PUT') {
      setTimeout(() => reply.end(), 700);
      return;
    }
    for (const part of ['one ', 'two ', 'three']) {
      await new Promise((done) => setTimeout(done, 200));
      reply.write(part);
    }
    reply.end();
  }, limit);
  expect(text(await store.get('x'))).toBe('one two three');
  await store.put('large', new Uint8Array(16_000_000));
  expect(count()).toBe(2);
});

testWithStore('the probe tolerates that the reply to its first write is lost', async () => {
  const url = await createTestBucket();
  const { port } = new URL(url.slice('s3+'.length));
  const lost = new Set<string>();
  const { host } = await serveFaulty((request, reply) => {
    const { method, url: path = '', headers } = request;
    const forwarded = sendRequest({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      if (method === 'PUT' && !lost.has(path)) {
        lost.add(path);
        request.socket.destroy();
        answer.resume();
        return;
      }
      reply.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(reply);
    });
    request.pipe(forwarded);
  });
  const store = openObjectStore(parseStoreUrl(url.replace(`127.0.0.1:${port}`, host)), { firstPauseMs: 1 });
  await store.probe();
  expect(lost.size).toBe(1);
});

testWithStore('a listing has the MD5 of each object as its ETag', async () => {
  const store = await open();
  await store.put('x', 'content');
  for await (const { etag } of store.list('')) expect(etag).toBe(hash('md5', 'content'));
});

test('a store that ignores conditional writes is refused', async () => {
  const { store } = await openFaulty((_request, reply) => reply.writeHead(200, { etag: '"1"' }).end('probe'));
  const error = await getFault(store.probe());
  expect([error.fault, error.message]).toEqual(['no-conditions', expect.stringMatching(/ignores conditional writes/)]);
});

test.each([
  ['https://key:secret@host/bucket?region=auto', 'must have the form'],
  ['s3+https://host/bucket?region=auto', 'must contain a key and a secret'],
  ['s3+http://key:secret@example.com/bucket?region=auto', 'must begin with s3+https://'],
  ['s3+https://key:secret@host/ab?region=auto', 'must name a bucket'],
  ['s3+https://key:secret@host/bucket', 'must have a region'],
  ['s3+https://key:secret@host/bucket?region=auto&style=other', 'must have the style'],
  ['s3+https://key:secret@host/bucket?region=auto&acl=public', 'has only the options'],
  ['s3+https://k%:secret@host/bucket?region=auto', 'must be percent-encoded'],
])('%s is refused without repeating it', (url, sentence) => {
  expect(() => parseStoreUrl(url)).toThrow(sentence);
  expect(() => parseStoreUrl(url)).not.toThrow('key:secret');
});

test('an address is read with its parts decoded', () => {
  const url = 's3+https://k%2Fey:se%2Bcret@s3.example.com:9000/bucket/a/b/?region=ap-south-1&style=virtual';
  expect(parseStoreUrl(url)).toEqual({
    endpoint: 'https://s3.example.com:9000',
    bucket: 'bucket',
    prefix: 'a/b/',
    region: 'ap-south-1',
    style: 'virtual',
    accessKeyId: 'k/ey',
    secretAccessKey: 'se+cret',
  });
});
