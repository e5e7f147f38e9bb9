import { expect, test, vi } from 'vitest';
import { readCookie } from '../test/account-fixture.ts';
import { createEnquiryFixture } from '../test/enquiry-fixture.ts';
import { send } from '../test/test-app.ts';
import { loadConfig } from './config.ts';

const site = 'https://www.example.com';
const form = '/api/request/send-request';

test.each([
  ['one address', { SITE_URL: site }, { app: site, domain: 'www.example.com' }],
  [
    'the app at a subdomain of the site',
    { SITE_URL: 'https://example.com', APP_URL: 'https://app.example.com' },
    { app: 'https://app.example.com', domain: 'example.com' },
  ],
  [
    'the app beside the site',
    { SITE_URL: site, APP_URL: 'https://app.example.com', MEDIA_URL: 'https://media.example.com' },
    { app: 'https://app.example.com', domain: 'app.example.com' },
  ],
  [
    'the app beside the site, with the domain of both for passkeys',
    { SITE_URL: site, APP_URL: 'https://app.example.com', PASSKEY_DOMAIN: 'example.com' },
    { app: 'https://app.example.com', domain: 'example.com' },
  ],
  [
    'a site without TLS on this machine',
    { SITE_URL: 'http://localhost:8080', APP_URL: 'http://localhost:3000' },
    { app: 'http://localhost:3000', domain: 'localhost' },
  ],
])(
  'with %s, every link, cookie, policy and passkey uses the right address',
  async (_, env, { app: appUrl, domain }) => {
    const fixture = createEnquiryFixture({ ...env, LEADS_TO: 'team@example.com' });
    const { app, deps, services, call, addUser } = fixture;
    const siteUrl = env.SITE_URL;
    const isSplit = appUrl !== siteUrl;

    // Links: in messages, and in the responses of the admin.
    await fixture.receive();
    await send(app, '/api/newsletter', { body: { email: 'reader@example.org', notice: 'x' } });
    await send(app, '/api/my-data', {
      body: 'email=sender%40example.org',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    const editor = await addUser('Editor');
    await send(app, '/api/auth/forgot-password', { body: { email: editor.email } });
    // The response does not wait for the message, so that it does not reveal whether the address has an account.
    await vi.waitUntil(() => fixture.mails().some(({ kind }) => kind === 'password-reset'), 20_000);
    const links = fixture
      .mails()
      .flatMap((mail) => services.composeMail(mail).text.match(/https?:\/\/\S+\/(?:api|admin)\/\S+/g) ?? []);
    const { body: invitation } = await call('/api/auth/invitations', {
      body: { name: 'New', email: 'new@example.org' },
    });
    links.push(invitation.link);
    const confirm = new URL(links.find((link) => link.includes('/api/newsletter/confirm')) ?? '');
    expect((await send(app, confirm.pathname + confirm.search, { method: 'POST' })).status).toBe(200);
    const subscribers = (await call('/api/subscribers/export.csv')).text;
    links.push(...(subscribers.match(/https?:\/\/\S+\/api\/newsletter\/unsubscribe[^\s"]*/g) ?? ['none']));
    expect(new Set(fixture.mails().map(({ kind }) => kind))).toEqual(
      new Set([
        'acknowledgement',
        'invitation',
        'my-data',
        'newsletter-confirmation',
        'notification',
        'password-reset',
      ]),
    );
    expect(new Set(links.map((link) => new URL(link).origin))).toEqual(new Set([appUrl]));

    // The page: forms are sent to the app, and only pages of the site may send them.
    const { body: snapshot } = await send(app, '/api/snapshot');
    const mediaUrl = 'MEDIA_URL' in env ? env.MEDIA_URL : '';
    expect([snapshot.siteUrl, snapshot.apiUrl, snapshot.mediaUrl]).toEqual([siteUrl, isSplit ? appUrl : '', mediaUrl]);
    const { body: preview } = await call('/api/preview/links', { body: { hours: 1 } });
    // The admin adds its own address.
    expect(preview.path).toMatch(/^\/p\/[^/]+\/$/);
    const askAs = (origin: string) =>
      send(app, form, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } });
    expect((await askAs(siteUrl)).headers.get('access-control-allow-origin')).toBe(siteUrl);
    expect((await askAs('https://other.example')).headers.get('access-control-allow-origin')).toBeNull();

    // The session: cookie, token audience, the check of cross-site requests.
    const { headers, body } = await send(app, '/api/auth/login', {
      body: { email: editor.email, password: 'mango-tree-42' },
    });
    const cookie = readCookie(headers);
    expect(cookie?.name).toBe(appUrl.startsWith('https:') ? '__Host-rt' : 'rt');
    expect(JSON.parse(Buffer.from(body.token.split('.')[1], 'base64url').toString()).aud).toBe(appUrl);
    const refreshFrom = (origin: string) =>
      send(app, '/api/auth/refresh', {
        method: 'POST',
        headers: { origin, cookie: `${cookie?.name}=${cookie?.value}`, 'x-requested-with': 'threadline' },
      });
    if (isSplit) expect((await refreshFrom(siteUrl)).status).toBe(403);
    expect((await refreshFrom(appUrl)).status).toBe(200);

    // Passkeys, and the link to the site.
    const { body: options } = await send(app, '/api/session-options');
    expect([options.passkeyOrigin, options.siteUrl]).toEqual([appUrl, isSplit ? siteUrl : null]);
    const { body: passkey } = await call('/api/account/passkeys/options', {
      body: { currentPassword: 'mango-tree-42' },
    });
    expect(passkey.options.rp.id).toBe(domain);
    expect(deps.config.passkeyDomain).toBe(domain);
  },
);

test.each([
  [
    { SITE_URL: 'https://example.com/site' },
    'SITE_URL must be a web address without a path, such as https://example.org.',
  ],
  [{ APP_URL: 'http://app.example.com' }, 'APP_URL must begin with https://, except on localhost.'],
  [{ SITE_URL: site, APP_URL: 'http://localhost:3000' }, 'APP_URL must begin with https:// when SITE_URL does'],
  [{ SITE_URL: site, MEDIA_URL: 'http://localhost:3000' }, 'MEDIA_URL must begin with https:// when SITE_URL does'],
  [
    { SITE_URL: site, PASSKEY_DOMAIN: 'other.example' },
    'PASSKEY_DOMAIN must be the host of APP_URL or a domain above it',
  ],
  [{ SITE_URL: site, PASSKEY_DOMAIN: 'com' }, 'PASSKEY_DOMAIN must be the host of APP_URL or a domain above it'],
])('%j is refused with a sentence', (env, sentence) => {
  expect(() => loadConfig(env)).toThrow(sentence);
});

test('the final slash of an address is ignored', () => {
  expect(loadConfig({ SITE_URL: `${site}/`, APP_URL: 'https://app.example.com/' })).toMatchObject({
    siteUrl: site,
    appUrl: 'https://app.example.com',
  });
});
