import { once } from 'node:events';
import { chmodSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { expect, onTestFinished, test } from 'vitest';
import { imageRow } from '../../test/backup-fixture.ts';
import { createInstallation, editor } from '../../test/cli-fixture.ts';
import { startMailServer } from '../../test/mail-server.ts';
import { createApp, createServices } from '../app.ts';
import { loadConfig } from '../config.ts';
import { seedContent } from '../content/seed.ts';
import { createDeps } from '../context.ts';
import { images, mailSettings, revisions } from '../platform/db/schema/core.ts';
import { encryptText } from '../platform/encryption.ts';

/** Starts a real API that accepts enquiries. Its other routes answer 200. */
async function startApi(env: Record<string, string>) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = String((server.address() as AddressInfo).port);
  const deps = createDeps(loadConfig({ LOG_LEVEL: 'silent', PORT: port, ...env }));
  const services = createServices(deps);
  seedContent(services.content, loadConfig({}).seedDir);
  services.jobs.start();
  const handle = getRequestListener(createApp(deps, services).fetch);
  server.on('request', (request, reply) => (request.method === 'POST' ? handle(request, reply) : reply.end('ok')));
  onTestFinished(() => void deps.db.$client.close());
  onTestFinished(services.jobs.stop);
  onTestFinished(() => void server.close());
  return port;
}

test('doctor reports no fault for a healthy installation, including a test enquiry and its message', async () => {
  const mailServer = await startMailServer();
  onTestFinished(mailServer.stop);
  const mail = { SMTP_URL: mailServer.url, LEADS_TO: 'team@mills.test' };
  const env: Record<string, string> = { ...mail, PUBLISHER_URL: 'http://127.0.0.1:9' };
  const { cli, open, dataDir } = createInstallation({ env });
  env.PORT = await startApi({ ...env, DATA_DIR: dataDir });
  env.SITE_URL = `http://127.0.0.1:${env.PORT}`;
  const { db, users: service } = open();
  await service.create({ ...editor, role: 'super_admin' }, null);
  db.$client.exec("update publishing set live_revision = target_revision, state = 'live'");
  const { code, out } = await cli(['doctor']);
  const unexpected = out
    .split('\n')
    .filter((line) => !/^ok |free on the disk|placeholder|no verified backup yet/.test(line));
  expect(unexpected).toEqual([]);
  expect(out).toContain('The publisher has published revision 1.');
  expect(out.match(/Test enquiry: /g)).toHaveLength(3);
  expect(out).toMatch(/^ok +Messages to the team go to team@mills\.test\.$/m);
  expect(mailServer.taken).toHaveLength(1);
  expect(code).toBe(0);
});

test('doctor in a shell without the settings of the server names the recipients of the server', async () => {
  const mailServer = await startMailServer();
  onTestFinished(mailServer.stop);
  const env: Record<string, string> = {};
  const { cli, dataDir } = createInstallation({ env });
  env.PORT = await startApi({ SMTP_URL: mailServer.url, LEADS_TO: 'team@mills.test', DATA_DIR: dataDir });
  const { out } = await cli(['doctor']);
  expect(out).toMatch(/^ok +Test enquiry: The mail server accepted the message to team@mills\.test\.$/m);
  expect(out).toMatch(/^ok +Messages to the team go to team@mills\.test\.$/m);
  expect(out).not.toContain('hello@example.com');
});

test('doctor in a shell without SMTP_URL names the mail server of the running server that hangs', async () => {
  const mailServer = await startMailServer();
  onTestFinished(mailServer.stop);
  mailServer.faults.push('slow');
  const env: Record<string, string> = {};
  const { cli, dataDir } = createInstallation({ env });
  env.PORT = await startApi({ SMTP_URL: mailServer.url, LEADS_TO: 'team@mills.test', DATA_DIR: dataDir });
  const { code, out } = await cli(['doctor']);
  expect(out).toMatch(
    /^fail +Test enquiry: The message to team@mills\.test waits: the mail server has not answered since \S+Z\.$/m,
  );
  expect(out).not.toContain('Email is not set up');
  expect(code).toBe(1);
});

/** The lines that doctor prints for a damaged database: the fault, and each repair on its own line. */
const damagedDatabase = new RegExp(
  [
    '^fail +The database \\S+threadline\\.db (?:.*)\\.$',
    '^ {6}Restore a backup from elsewhere: DATA_DIR=\\S+ npm run cli -- restore <file\\.tar>$',
    '^ {6}Or start a new, empty site; .*: DATA_DIR=\\S+ npm run cli -- start-over --yes$',
  ].join('\\n'),
  'gm',
);

test.each<[string, (file: string) => void]>([
  ['has a damaged header', (file) => damage(file, 0)],
  ['has damaged pages', (file) => damage(file, 4096)],
  ['has three damaged pages', (file) => damage(file, 8192, 3 * 4096)],
  ['is truncated', (file) => truncateSync(file, 20_000)],
])('doctor reports once that the database %s, suggests repairs and finishes its other checks', async (_, harm) => {
  const { cli, file } = createInstallation();
  await cli(['doctor']);
  harm(file);
  const { code, out, err } = await cli(['doctor']);
  expect([code, err]).toEqual([1, '']);
  expect(out.match(damagedDatabase)).toHaveLength(1);
  expect(out.match(/restore <file/g)).toHaveLength(1);
  expect(out).toMatch(/^ok +The database and the keys are readable by their owner only\.$/m);
  expect(out).toMatch(/ free on the disk of the data\.$/m);
});

test('doctor reports an empty key file in one sentence', async () => {
  const { cli, dataDir } = createInstallation();
  await cli(['doctor']);
  writeFileSync(join(dataDir, 'keys', 'mail-link-key'), '');
  const { code, out, err } = await cli(['doctor']);
  expect([code, err]).toEqual([1, '']);
  expect(out).toMatch(
    /^fail .*mail-link-key is empty\.\n {6}Put the file back .*: DATA_DIR=\S+ npm run cli -- key reset mail-link-key$/m,
  );
});

test('doctor names a key file that was missing', async () => {
  const { cli, open, dataDir } = createInstallation();
  await cli(['doctor']);
  const { db, users } = open();
  await users.create(editor, null);
  db.insert(revisions).values({ revision: 1, at: '2026-11-21T10:00:00.000Z' }).run();
  rmSync(join(dataDir, 'keys', 'mail-link-key'));
  const { out } = await cli(['doctor']);
  expect(out).toMatch(/^warn +The key file \S+mail-link-key was missing\. With the new one, confirmation/m);
  rmSync(join(dataDir, 'keys', 'network-key'));
  expect((await cli(['key', 'reset', 'network-key'])).out).toMatch(/^A new key is in \S+network-key\.$/m);
});

test('doctor names every damaged key file', async () => {
  const { cli, dataDir } = createInstallation();
  await cli(['doctor']);
  for (const name of ['mail-link-key', 'network-key']) writeFileSync(join(dataDir, 'keys', name), '');
  const { code, out } = await cli(['doctor']);
  expect(code).toBe(1);
  for (const name of ['mail-link-key', 'network-key'])
    expect(out).toMatch(new RegExp(`^fail .*${name} is empty\\.\n {6}Put the file back`, 'm'));
});

test('doctor reports a full disk or a read-only database', async () => {
  const detail = 'The disk is full. Nothing can be stored until there is room again.';
  const server = createServer((_request, reply) => reply.writeHead(503).end(JSON.stringify({ detail })));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const env = { PORT: String((server.address() as AddressInfo).port) };
  expect((await createInstallation({ env }).cli(['doctor'])).out).toContain(`answers 503. ${detail}`);
});

/** Overwrites bytes of a file from a position on. */
function damage(file: string, from: number, length = Number.POSITIVE_INFINITY): void {
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0xa5, from, Math.min(bytes.length, from + length)));
}

test.each([
  [{ SITE_URL: 'https://www.example.com' }, true],
  [{ SITE_URL: 'https://www.example.com', TRUST_PROXY: 'true' }, false],
  [{ SITE_URL: 'http://localhost:3000' }, false],
])('with %j doctor asks for TRUST_PROXY: %s', async (env, isAsked) => {
  const { out } = await createInstallation({ env }).cli(['doctor']);
  expect(out.includes('set TRUST_PROXY=true')).toBe(isAsked);
});

test.each([
  ['both answer', 200, 204, [/^ok +SITE_URL shows/, /^ok +APP_URL reaches/, /^ok +Pages may send/, /^ok +Passkeys/]],
  ['the site is unknown', 404, 204, [/^fail +\S+release\.json answers with 404\.$/, /^ok/, /^ok/, /^ok/]],
  ['the form is refused', 200, 403, [/^ok/, /^ok/, /^fail +\S+send-request answers with 403\.$/, /^ok/]],
])('doctor requests both public addresses: %s', async (_, siteStatus, formStatus, expected) => {
  const server = createServer((request, reply) => {
    reply.statusCode = { '/release.json': siteStatus, '/api/livez': 200 }[request.url ?? ''] ?? formStatus;
    reply.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const env = { SITE_URL: `http://127.0.0.1:${port}`, APP_URL: `http://localhost:${port}` };
  const { out } = await createInstallation({ env }).cli(['doctor']);
  const lines = out.split('\n').filter((line) => /SITE_URL|APP_URL|release|send|Passkeys/.test(line));
  expect(lines).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
});

test('doctor requests a picture from MEDIA_URL, and the site from each target', async () => {
  const requested: string[] = [];
  const server = createServer((request, reply) => {
    requested.push(request.url ?? '');
    reply.writeHead(request.headers.host?.startsWith('localhost') ? 404 : 200).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const target = (name: string, host: string) => ({
    name,
    kind: 'folder',
    path: '/srv/www',
    visibleAt: `http://${host}:${port}`,
  });
  const env = {
    MEDIA_URL: `http://127.0.0.1:${port}`,
    PUBLISH_TARGETS: JSON.stringify([target('disk', '127.0.0.1'), target('mirror', 'localhost')]),
  };
  const { cli, open } = createInstallation({ env });
  const image = imageRow('0a1b2c3d-480.avif');
  open().db.insert(images).values(image).run();
  const { out } = await cli(['doctor']);
  expect(out).toMatch(/^ok +MEDIA_URL shows pictures\.$/m);
  expect(out).toMatch(/^ok +The target disk shows the site\.$/m);
  expect(out).toMatch(/^fail +http:\/\/localhost:\d+\/release\.json answers with 404\.$/m);
  expect(requested).toContain(image.url);
});

test('doctor reports every fault and where it is', async () => {
  const { cli, open, dataDir } = createInstallation({ env: { PUBLISHER_URL: 'http://127.0.0.1:9' } });
  const { content } = open();
  await cli(['doctor']);
  chmodSync(join(dataDir, 'keys', 'webhook-secret'), 0o644);
  content.save([{ section: 'site', key: 'contact', value: contact }], null);
  const { code, out } = await cli(['doctor']);
  expect(code).toBe(1);
  expect(out).toMatch(/^fail +\S+webhook-secret can be read by others: chmod 600 it\.$/m);
  expect(out).toMatch(/^warn +The API does not answer/m);
  expect(out).toMatch(/^warn +There is no super admin yet/m);
  expect(out).toMatch(/^warn +Email is not set up, .* Messages to the team go to hello@example\.com, a placeholder: /m);
  expect(out).toMatch(/^warn +site\.contact\/phone still holds a placeholder\.$/m);
});

test('doctor names the mail server of the admin, and says when SMTP_URL wins or its password is lost', async () => {
  const env: Record<string, string> = {};
  const { cli, open } = createInstallation({ env });
  const encryptedPassword = encryptText('monsoon-77', 'the key of another installation');
  const settings = {
    host: 'mail.mills.test',
    port: 465,
    encryption: 'tls',
    user: 'team',
    sender: 'a@mills.test',
  } as const;
  const { db } = open();
  db.insert(mailSettings)
    .values({ ...settings, encryptedPassword: null })
    .run();
  expect((await cli(['doctor'])).out).toMatch(
    /^ok +Email is sent by mail\.mills\.test, port 465, set up in the admin\.$/m,
  );
  db.update(mailSettings).set({ encryptedPassword }).run();
  expect((await cli(['doctor'])).out).toMatch(
    /^fail +The password of the mail server mail\.mills\.test, .* enter it again/m,
  );
  env.SMTP_URL = 'smtp://127.0.0.1:9';
  const { out } = await cli(['doctor']);
  expect(out).toMatch(/^ok +Email is sent by 127\.0\.0\.1, port 9, set in SMTP_URL\.$/m);
  expect(out).toMatch(
    /^warn +The mail server that was set up in the admin, mail\.mills\.test, is not used: SMTP_URL wins\.$/m,
  );
});

test('doctor names texts that state a retention period of their own', async () => {
  const { cli, open } = createInstallation();
  const { content } = open();
  const before = (await cli(['doctor'])).out;
  expect(before).not.toContain('states "');
  const { notice: _, ...dialog } = JSON.parse(readFileSync(join(loadConfig({}).seedDir, 'cta.json'), 'utf8')).dialog
    .value;
  const value = { ...dialog, notice: 'We delete them after 12 months if we do not work together.' };
  content.save([{ section: 'cta', key: 'dialog', value }], null);
  content.save([{ section: 'mail', key: 'retention', value: { months: 6 } }], null);
  const { out } = await cli(['doctor']);
  expect(out).toMatch(
    /^warn +cta\.dialog\/notice states "12 months"\. Insert the value "months that enquiries are kept" there instead: it follows the setting, now 6 months\.$/m,
  );
});

test('doctor asks the API whether the publisher is running', async () => {
  const detail = 'The publisher is not running.';
  const server = createServer((_, reply) => reply.writeHead(503).end(JSON.stringify({ detail }))).listen(
    0,
    '127.0.0.1',
  );
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const { cli, open } = createInstallation({ env: { PORT: String(port) } });
  open();
  const { code, out } = await cli(['doctor']);
  expect(code).toBe(1);
  expect(out).toMatch(/^fail +\S+\/api\/health answers 503\. The publisher is not running\.$/m);
});

const contact = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../../../content-seed/site.json', import.meta.url)), 'utf8'),
).contact.value;
