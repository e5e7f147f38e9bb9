import { crc32 } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createAccountFixture, password } from '../../test/account-fixture.ts';
import { imageFile, picture } from '../../test/image-fixture.ts';
import { footprint, send } from '../../test/test-app.ts';
import { createApp, createServices } from '../app.ts';
import { contentFileSchema } from '../content/seed.ts';
import { createImageLibrary } from '../media/library.ts';
import { auditLog, sessions, users } from '../platform/db/schema/core.ts';
import { subscribers } from '../platform/db/schema/enquiries.ts';
import { openMediaStorage } from '../platform/storage/media-storage.ts';

async function createExportFixture(role: 'admin' | 'super_admin' = 'super_admin') {
  const { deps, addUser, signIn } = createAccountFixture();
  const services = createServices(deps);
  const app = createApp(deps, services);
  const user = await addUser('Owner', role);
  const { token } = await signIn(user);
  const requestExport = (options = {}) => send(app, '/api/export', { method: 'POST', token, ...options });
  return { app, deps, requestExport, services, token, user };
}

/** Reads the files of an uncompressed zip by its directory and checks each against its checksum. */
function readZip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = zip.lastIndexOf('PK\x05\x06');
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [sum, size] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 24)];
    const nameLength = zip.readUInt16LE(at + 28);
    const local = zip.readUInt32LE(at + 42);
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(begin, begin + size);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    expect(crc32(bytes), name).toBe(sum);
    files.set(name, bytes);
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}

test('one file contains all data that people have entered, without secrets [E1, Z15]', async () => {
  const { app, deps, requestExport, services, user } = await createExportFixture();
  const actor = { id: user._id, name: user.name };
  services.content.save([{ section: 'hero', key: 'title', value: 'Exported words' }], actor);
  const library = createImageLibrary(deps, openMediaStorage(deps.config));
  const { image: added } = await library.add({ name: 'desk.png', ...imageFile(await picture()), tags: [] }, actor);
  const enquiry = { companyName: '=HYPERLINK("x")', companySize: '1-10', email: 'lead@example.com', message: 'Hello' };
  expect((await send(app, '/api/request/send-request', { body: enquiry })).status).toBe(200);
  const at = deps.now().toISOString();
  deps.db
    .insert(subscribers)
    .values({
      emailKey: 'reader@example.com',
      email: 'reader@example.com',
      createdAt: at,
      linkId: 'link-1',
      confirmationRequestedAt: at,
    })
    .run();

  const { status, body } = await requestExport();
  expect(status).toBe(201);
  const reply = await app.request(body.url);
  expect(reply.headers.get('content-disposition')).toBe('attachment; filename="threadline-2026-11-21.zip"');
  const files = readZip(Buffer.from(await reply.arrayBuffer()));
  const read = (name: string) => files.get(name)?.toString('utf8') ?? '';
  const json = (name: string) => JSON.parse(read(name));

  expect(contentFileSchema.parse(json('content.json')).items).toMatchObject([
    { key: 'title', value: 'Exported words' },
  ]);
  const { hasAltInContent: _, ...image } = added;
  expect(json('images.json')).toEqual([image]);
  expect([...files.keys()].filter((name) => name.startsWith('media/'))).toEqual([
    ...image.variants.map(({ url }) => url.slice(1)),
    expect.stringMatching(/^media\/[0-9a-f]{32}-[0-9a-f]{16}\.original$/),
  ]);
  expect(json('users.json')).toMatchObject([{ email: 'owner@example.org', role: 'super_admin' }]);
  expect(read('enquiries.csv')).toContain(`"'=HYPERLINK(""x"")"`);
  expect(JSON.parse(read('enquiries.jsonl'))).toMatchObject({ email: 'lead@example.com' });
  expect(read('newsletter.csv')).toContain('"reader@example.com"');
  const all = [...files].filter(([name]) => !name.startsWith('media/')).map(([, bytes]) => bytes.toString('utf8'));
  expect(all.join('')).not.toMatch(new RegExp(`link-1|hash-1|argon2|${password}|passwordHash|sessionVersion`));
  expect(deps.db.select().from(auditLog).all().at(-1)).toMatchObject({ action: 'data.exported', byName: 'Owner' });
});

test('the link works once and for one minute [E1]', async () => {
  const { app, deps, requestExport } = await createExportFixture();
  const { url } = (await requestExport()).body;
  // Some programs send HEAD first.
  expect((await app.request(url, { method: 'HEAD' })).status).toBe(200);
  const reply = await app.request(url);
  expect(reply.status).toBe(200);
  await reply.body?.cancel();
  expect((await send(app, url)).status).toBe(404);
  const late = (await requestExport()).body.url;
  deps.clock.advance(60_000);
  expect((await send(app, late, { method: 'HEAD' })).status).toBe(404);
  deps.clock.advance(-120_000);
  expect((await send(app, late, { method: 'HEAD' })).status).toBe(404);
  deps.clock.advance(120_000);
  expect((await send(app, late)).status).toBe(404);
  expect((await send(app, '/api/export/guessed')).status).toBe(404);
});

type Fixture = Awaited<ReturnType<typeof createExportFixture>>;

test.each<[string, (fixture: Fixture) => unknown]>([
  [
    'the account was disabled',
    ({ deps, user }) => deps.db.update(users).set({ status: 'disabled' }).where(eq(users.id, user._id)).run(),
  ],
  [
    'the role of the account was changed',
    ({ deps, user }) => deps.db.update(users).set({ role: 'admin' }).where(eq(users.id, user._id)).run(),
  ],
  ['its owner has signed out', ({ app, token }) => send(app, '/api/auth/logout', { method: 'POST', token })],
  ['the session was ended by another user', ({ deps }) => deps.db.delete(sessions).run()],
  [
    'the session has expired',
    ({ deps }) => deps.db.update(sessions).set({ expiresAt: deps.now().toISOString() }).run(),
  ],
])('the link does not work once %s [E1]', async (_name, end) => {
  const fixture = await createExportFixture();
  const { url } = (await fixture.requestExport()).body;
  await end(fixture);
  for (const method of ['HEAD', 'GET']) {
    const reply = await fixture.app.request(url, { method });
    expect([method, reply.status]).toEqual([method, 401]);
    expect(await reply.text()).not.toContain('PK');
  }
});

test.each([
  ['an admin', 'admin', {}, 403],
  ['nobody', 'super_admin', { token: undefined }, 401],
  ['a request with a large body', 'super_admin', { body: { more: 'x'.repeat(2000) } }, 413],
] as const)('%s cannot export data', async (_name, role, options, status) => {
  const { deps, requestExport } = await createExportFixture(role);
  const before = footprint(deps);
  expect((await requestExport(options)).status).toBe(status);
  expect(footprint(deps)).toEqual(before);
});
