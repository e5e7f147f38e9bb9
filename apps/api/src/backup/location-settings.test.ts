import { openObjectStore } from '@threadline/object-store/object-store';
import { parseStoreUrl } from '@threadline/object-store/store-url';
import { expect, inject, test } from 'vitest';
import { startFaultProxy } from '../../../../packages/object-store/test/fault-proxy.ts';
import { refuseAll, startFaultyStore } from '../../../../packages/object-store/test/faulty-store.ts';
import { startServer } from '../../../../packages/object-store/test/start-server.ts';
import { createTestBucket } from '../../../../packages/object-store/test/test-bucket.ts';
import { createAccountFixture, password } from '../../test/account-fixture.ts';
import { createTestApp, footprint, send } from '../../test/test-app.ts';
import { auditLog, backupLocation } from '../platform/db/schema/core.ts';
import { backupLocationRoutes } from './location-routes.ts';

const testWithStore = test.skipIf(inject('objectStore') === '');
const path = '/api/backup-location';
type Change = Record<string, string>;

/** Creates the routes, and a super admin who calls them. */
async function createFixture(env: Record<string, string> = {}) {
  const fixture = createAccountFixture(env);
  const { deps, sessions } = fixture;
  const app = createTestApp(deps, [[path, backupLocationRoutes(deps, sessions)]]);
  const { token } = await fixture.signIn(await fixture.addUser('Owner', 'super_admin'));
  const call = (method = 'GET', body?: Change, { suffix = '', headers = {} } = {}) =>
    send(app, path + suffix, { method, token, headers, ...(body && { body }) });
  const stored = () => deps.db.select().from(backupLocation).get();
  return { ...fixture, app, call, stored };
}

/** Returns the values of the form for a URL as in settings. */
function toChange(url: string, changed: Change = {}): Change {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = parseStoreUrl(url);
  return { endpoint, region, bucket, folder: 'site', accessKeyId, secretAccessKey, ...changed };
}

const createChange = async (changed?: Change) => toChange(await createTestBucket(), changed);

testWithStore('a super admin sets the location after a check that leaves no file behind', async () => {
  const { call, deps, stored } = await createFixture();
  expect((await call()).body).toMatchObject({ source: 'none', location: null, isSecretLost: false });
  const change = await createChange({ folder: '/our site/ backups/' });
  const { secretAccessKey = '', ...shown } = change;
  const { status, body } = await call('PUT', change);
  expect([status, body]).toEqual([
    200,
    { success: true, source: 'admin', location: { ...shown, folder: 'our site/backups' }, isSecretLost: false },
  ]);
  const store = openObjectStore({ ...parseStoreUrl(await createTestBucket()), bucket: change.bucket ?? '' });
  for await (const { key } of store.list('')) expect.fail(`${key} was left behind.`);
  const audit = await Promise.all([call(), call('POST', {}, { suffix: '/check' })]);
  expect(audit[1].body).toEqual({
    success: true,
    ok: true,
    detail: 'The connection works: a test file was written, read and deleted.',
  });
  expect(stored()?.encryptedSecret).toMatch(/^[\w+/]{40,}=*$/);
  expect(deps.db.$client.serialize().includes(Buffer.from(secretAccessKey))).toBe(false);
  for (const { text } of audit) expect(text).not.toContain(secretAccessKey);
  const entry = deps.db.select().from(auditLog).all().at(-1);
  expect(entry).toMatchObject({ action: 'backup.location-set', byName: 'Owner' });
  expect(entry?.subject).toBe(`${change.bucket}/our site/backups at ${new URL(change.endpoint ?? '').host}`);
});

testWithStore('a blank secret keeps the stored one, but only for the same service, bucket and key', async () => {
  const { call, stored } = await createFixture();
  const change = await createChange();
  expect((await call('PUT', { ...change, secretAccessKey: '' })).body.errors).toEqual([
    { pointer: '/secretAccessKey', detail: 'Enter the secret access key.' },
  ]);
  await call('PUT', change);
  const before = stored();
  expect((await call('PUT', { ...change, secretAccessKey: '', folder: '' })).status).toBe(200);
  expect(stored()).toMatchObject({ encryptedSecret: before?.encryptedSecret, prefix: '' });
  const others = { bucket: 'another-bucket', accessKeyId: 'another', endpoint: 'https://s3.example.org' };
  for (const [name, value] of Object.entries(others)) {
    const { status, body } = await call('PUT', { ...change, secretAccessKey: '', [name]: value });
    expect([status, body.errors]).toEqual([
      422,
      [{ pointer: '/secretAccessKey', detail: 'Enter the secret access key again for these settings.' }],
    ]);
  }
  expect(stored()?.bucket).toBe(change.bucket);
});

/** Sets a location that does not work. Returns the message. */
async function refuse(change: Change): Promise<string> {
  const { call, stored } = await createFixture();
  const { status, body, text } = await call('PUT', change);
  expect([status, stored()]).toEqual([422, undefined]);
  expect(text).not.toContain(change.secretAccessKey);
  return body.message;
}

testWithStore.each<[string, Change, RegExp]>([
  [
    'a wrong secret',
    { secretAccessKey: 'wrong-secret' },
    /^The secret access key does not belong to this access key ID/,
  ],
  ['an unknown key', { accessKeyId: 'unknown-key' }, /^127\.0\.0\.1:\d+ does not know this access key ID\./],
  ['a missing bucket', { bucket: 'no-such-bucket' }, /^There is no bucket with the name no-such-bucket at/],
  [
    'an unknown host',
    { endpoint: 'https://s3.nowhere.invalid' },
    /^s3\.nowhere\.invalid cannot be reached: no server was found by this name\./,
  ],
  ['a closed port', { endpoint: 'http://127.0.0.1:4' }, /^127\.0\.0\.1:4 does not accept connections\./],
])('%s is explained in plain words, and nothing is stored', async (_name, changed, sentence) => {
  expect(await refuse(await createChange(changed))).toMatch(sentence);
});

const answerWith = (status: number, code: string) => async () =>
  toChange(
    await startFaultyStore((_request, reply) => reply.writeHead(status).end(`<Error><Code>${code}</Code></Error>`)),
  );

test.each<[string, () => Promise<Change>, RegExp]>([
  [
    'a key without the permission to write',
    async () => toChange(await startFaultyStore(refuseAll)),
    /^The access key may not write files in the bucket bucket\./,
  ],
  ['a wrong clock', answerWith(403, 'RequestTimeTooSkewed'), /refuses this server because its clock is wrong\./],
  ['another region', answerWith(400, 'AuthorizationHeaderMalformed'), /^The bucket bucket is not in the region auto\./],
  ['a full store', answerWith(403, 'QuotaExceeded'), /^The storage at \S+ is full\./],
  ['an unknown refusal', answerWith(400, 'InvalidArgument'), /did not accept the test file \(InvalidArgument\)\./],
  [
    'another website',
    async () => toChange(await startFaultyStore((_request, reply) => reply.writeHead(200).end('<html>'))),
    /^\S+ does not answer like a storage service\./,
  ],
  [
    'a server without TLS',
    async () => {
      const address = await startServer((_request, reply) => reply.end());
      return toChange('s3+https://key:canary-secret@host/bucket?region=auto', {
        endpoint: address.replace('http:', 'https:'),
      });
    },
    /^127\.0\.0\.1:\d+ refused an encrypted connection\./,
  ],
])('%s is explained in plain words', async (_name, createFaulty, sentence) => {
  expect(await refuse(await createFaulty())).toMatch(sentence);
});

testWithStore('missing permissions to read, list and delete are told apart', async () => {
  const { call } = await createFixture();
  const url = await createTestBucket();
  const proxy = await startFaultProxy(url);
  const change = toChange(proxy.url);
  proxy.refuseWhen((method, asked) => (method === 'GET' && !asked.includes('list-type') ? 403 : undefined));
  expect((await call('PUT', change)).body.message).toMatch(/^The access key may not read files/);
  proxy.refuseWhen((_method, asked) => (asked.includes('list-type') ? 403 : undefined));
  expect((await call('PUT', change)).body.message).toMatch(/^The access key may not list files/);
  proxy.refuseWhen((method) => (method === 'DELETE' ? 403 : undefined));
  expect((await call('PUT', change)).status).toBe(200);
  expect((await call('POST', {}, { suffix: '/check' })).body).toMatchObject({
    ok: true,
    detail: expect.stringContaining('may not delete files, so old backups stay there'),
  });
});

testWithStore('a place with the backups of another site is refused', async () => {
  const change = await createChange({ folder: '' });
  const store = openObjectStore({ ...parseStoreUrl(await createTestBucket()), bucket: change.bucket ?? '' });
  await store.put('backups/2026-11-21T10-00-00-000Z/manifest.jsonl', 'of another site');
  expect(await refuse(change)).toMatch(/can be read, so they may belong to another site\. Choose another bucket/);
});

testWithStore('a place that holds the images is refused', async () => {
  const url = await createTestBucket('/site');
  const { call } = await createFixture({ STORAGE_URL: url });
  const { status, body } = await call('PUT', toChange(url));
  expect([status, body.errors]).toEqual([
    422,
    [
      {
        pointer: '/bucket',
        detail: 'This place already holds other data of this site. Choose another bucket or folder.',
      },
    ],
  ]);
});

test.each<[string, Change]>([
  ['/endpoint', { endpoint: 'http://s3.example.org' }],
  ['/endpoint', { endpoint: 'https://user:secret@s3.example.org' }],
  ['/endpoint', { endpoint: 'not an address' }],
  ['/region', { region: 'Asia Pacific (Mumbai)' }],
  ['/bucket', { bucket: 'Our Bucket' }],
  ['/folder', { folder: '../other' }],
  ['/accessKeyId', { accessKeyId: 'two words' }],
  ['/secretAccessKey', { secretAccessKey: 'a\nb' }],
])('a value that cannot be used is refused at its field, and is not repeated: %s', async (pointer, wrong) => {
  const { call, stored } = await createFixture();
  const { status, body, text } = await call(
    'PUT',
    toChange('s3+https://key:secret@host.example/bucket?region=auto', wrong),
  );
  expect([status, body.errors.map((error: { pointer: string }) => error.pointer), stored()]).toEqual([
    422,
    [pointer],
    undefined,
  ]);
  for (const value of Object.values(wrong)) expect(text).not.toContain(value);
});

test('only a super admin with a recent password changes the location', async () => {
  const { app, call, deps, addUser, signIn } = await createFixture();
  const { token } = await signIn(await addUser('Editor'));
  const change = toChange('s3+https://key:secret@s3.nowhere.invalid/bucket?region=auto');
  for (const [suffix, method] of [
    ['', 'GET'],
    ['', 'PUT'],
    ['', 'DELETE'],
    ['/check', 'POST'],
  ] as const)
    expect((await send(app, path + suffix, { method, token, ...(method === 'PUT' && { body: change }) })).status).toBe(
      403,
    );
  deps.clock.advance(6 * 60_000);
  for (const method of ['PUT', 'DELETE'])
    expect((await call(method, method === 'PUT' ? change : undefined)).body.code).toBe('recent-auth-required');
  const headers = { 'x-current-password': password };
  expect((await call('DELETE', undefined, { headers })).status).toBe(200);
  expect((await call('POST', {}, { suffix: '/check' })).body.message).toBe('No backup location is set up yet.');
});

test('BACKUP_URL wins over the admin, which then cannot change the location, and its key is not shown', async () => {
  const BACKUP_URL = 's3+https://url-key:url-secret@s3.example.org/mills/site?region=auto';
  const { call, deps } = await createFixture({ BACKUP_URL });
  const { body, text } = await call();
  expect(body).toMatchObject({
    source: 'environment',
    location: { endpoint: 'https://s3.example.org', bucket: 'mills', folder: 'site', region: 'auto', accessKeyId: '' },
  });
  expect(text).not.toMatch(/url-(?:key|secret)/);
  const before = footprint(deps);
  expect([(await call('PUT', toChange(BACKUP_URL))).status, (await call('DELETE')).status]).toEqual([409, 409]);
  expect(footprint(deps)).toEqual(before);
});
