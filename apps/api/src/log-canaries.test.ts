import { join } from 'node:path';
import { parseStoreUrl } from '@threadline/object-store/store-url';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { refuseAll, startFaultyStore } from '../../../packages/object-store/test/faulty-store.ts';
import { createTestDeps } from '../test/create-test-deps.ts';
import { minimalEnquiry } from '../test/enquiry-fixture.ts';
import { startMailServer } from '../test/mail-server.ts';
import { startEndpoint } from '../test/publishing-fixture.ts';
import { send } from '../test/test-app.ts';
import { ensureFirstUser } from './accounts/setup.ts';
import { createApp, createServices } from './app.ts';
import { seedContent } from './content/seed.ts';
import { backupLocation } from './platform/db/schema/core.ts';
import { encryptText } from './platform/encryption.ts';

const canaries = [
  'canary-key',
  'canary-secret',
  'canary-hook',
  'canary-user',
  'canary-password',
  'canary-sender',
  'canary-message',
  'canary-token',
];
const owner = { email: 'canary-user@example.org', password: 'canary-password-42' };
const enquiry = { ...minimalEnquiry, email: 'canary-sender@example.org', message: 'A canary-message.' };

/** The whole API whose log is kept, line by line, with an endpoint and a mail server that both refuse. */
async function createLoggedFixture({ hasBackupUrl }: { hasBackupUrl: boolean }) {
  const mailServer = await startMailServer();
  onTestFinished(() => mailServer.stop());
  mailServer.faults.push('refuse-by-name', 'refuse-by-name', 'refuse-by-name', 'refuse-by-name');
  const hook = await startEndpoint(() => 410);
  const storeUrl = await startFaultyStore(refuseAll);
  const lines: string[] = [];
  const deps = {
    ...createTestDeps({
      ADMIN_EMAIL: owner.email,
      ADMIN_PASSWORD: owner.password,
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'site@example.org',
      LEADS_TO: 'canary-user@example.org',
      WEBHOOK_ENDPOINTS: JSON.stringify([{ url: `${hook.url}/canary-hook?key=canary-token` }]),
      PUBLISHER_URL: '',
      PAGE_HASHER: '/nowhere/hash-pages.js',
      STORAGE_URL: storeUrl,
      ...(hasBackupUrl && { BACKUP_URL: storeUrl.replace('/bucket', '/backups') }),
      PUBLISH_TARGETS: JSON.stringify([
        {
          name: 'edge',
          kind: 'store',
          url: storeUrl.replace('/bucket', '/site'),
          visibleAt: 'https://www.example.org',
        },
        { name: 'host', kind: 'netlify', siteId: 'site', token: 'canary-token', visibleAt: 'https://a.example.org' },
      ]),
    }),
    log: pino({ level: 'trace' }, { write: (line) => void lines.push(line) }),
  };
  const services = createServices(deps);
  seedContent(services.content, join(import.meta.dirname, '../../../content-seed'));
  const app = createApp(deps, services);
  onTestFinished(services.jobs.stop);
  return { deps, services, app, hook, lines, storeUrl };
}

type Logged = Awaited<ReturnType<typeof createLoggedFixture>>;

/** Sets the backup location in the admin. Returns the replies. */
async function setBackupLocation({ app, deps, storeUrl }: Logged, token: string): Promise<string[]> {
  const { endpoint, region, accessKeyId, secretAccessKey } = parseStoreUrl(storeUrl);
  const place = { endpoint, region, bucket: 'backups', accessKeyId };
  const refused = await send(app, '/api/backup-location', {
    method: 'PUT',
    token,
    body: { ...place, folder: '', secretAccessKey },
  });
  expect(refused.status).toBe(422);
  // The key was valid once, and is not any more.
  const encryptedSecret = encryptText(secretAccessKey, deps.secrets.backupSecretKey);
  deps.db
    .insert(backupLocation)
    .values({ ...place, prefix: '', encryptedSecret })
    .run();
  const check = await send(app, '/api/backup-location/check', { method: 'POST', token });
  expect(check.body.ok).toBe(false);
  const { text } = await send(app, '/api/backup-location', { token });
  return [refused.text, check.text, text.replace(`"accessKeyId":"${accessKeyId}"`, '')];
}

test.each([true, false])(
  'no log line, list or record holds what only the endpoint, the sender or the user should know, with BACKUP_URL: %s [A18, W10]',
  async (hasBackupUrl) => {
    const fixture = await createLoggedFixture({ hasBackupUrl });
    const { deps, services, app, hook, lines } = fixture;
    await ensureFirstUser(deps);
    await send(app, '/api/auth/login', { body: { ...owner, password: 'canary-password-wrong' } });
    const { body: login } = await send(app, '/api/auth/login', { body: owner });
    expect(login.success).toBe(true);
    await send(app, '/api/auth/validate?token=canary-token', { token: 'canary-token' });
    await send(app, '/api/auth/reset', { body: { token: 'canary-token', password: owner.password } });
    expect((await send(app, '/api/request/send-request', { body: enquiry })).status).toBe(200);
    await services.jobs.runDue();

    const value = { title: 'canary-message' };
    const draft = { method: 'PUT', headers: { 'if-none-match': '*' }, body: { value, baseVersion: null } };
    expect((await send(app, '/api/drafts/insights/article-a', { ...draft, token: login.token })).status).toBe(422);

    const { body: sent } = await send(app, '/api/publishing/deliveries', { token: login.token });
    expect(sent.deliveries[0].state).toBe('failed');
    expect(sent.deliveries[0].endpoint).toMatch(new RegExp(`^${hook.url} \\([0-9a-f]{6}\\)$`));
    await send(app, `/api/publishing/deliveries/${sent.deliveries[0].id}/retry`, {
      method: 'POST',
      token: login.token,
    });
    const { status, text: csv } = await send(app, '/api/audit/export.csv', { token: login.token });
    expect([status, csv]).toEqual([200, expect.stringContaining('delivery.retried')]);

    const replies = hasBackupUrl ? [] : await setBackupLocation(fixture, login.token);
    const made = await send(app, '/api/backups', { method: 'POST', token: login.token });
    expect([made.status, made.body.message]).toEqual([503, expect.stringContaining('The backup could not be sent')]);
    const stores = [made.text];
    for (const path of ['/api/backups', '/api/dashboard', `/media/${'ab'.repeat(16)}-480.webp`])
      stores.push((await send(app, path, { token: login.token })).text);
    expect(stores[1]).toContain('refuses the access key');

    deps.db.$client.exec("create trigger broken before insert on enquiries begin select raise(abort, 'broken'); end");
    const failed = await send(app, '/api/request/send-request', { body: { ...enquiry, companyName: 'Other Mills' } });
    expect(failed.status).toBeGreaterThanOrEqual(500);

    const log = lines.join('');
    for (const said of ['the first user was created', 'a job was not completed', 'The image storage', 'broken'])
      expect(log).toContain(said);
    for (const canary of canaries) expect(log).not.toContain(canary);
    for (const text of [JSON.stringify(sent), csv]) expect(text).not.toMatch(/canary-(?:hook|token)/);
    for (const text of [...stores, ...replies]) expect(text).not.toMatch(/canary-(?:key|secret)/);
  },
);
