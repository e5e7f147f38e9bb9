import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { startEdge } from '../../edge/test/edge.ts';
import { getStored, openTarget } from '../../edge/test/store.ts';
import { openScreen, save, saved } from '../support/admin-screen.ts';
import { openPage } from '../support/browser.ts';
import { openDialog, success } from '../support/enquiry.ts';
import { expect, onTestEnd, sharedBrowser, test } from '../support/fixtures.ts';
import { field } from '../support/preview-screen.ts';
import { findProgram, startProxy } from '../support/reverse-proxy.ts';
import { addPasskeyDevice } from '../support/second-factor.ts';
import { signIn } from '../support/session.ts';
import { freePort, owner, type Product, root, startProduct, until } from '../support/stack.ts';
import { copyFirstData } from '../support/use-product.ts';

// Pages on one host, admin and API on another one. For cookies, passkeys and CORS these are two sites.
let site: string;
let stack: Product;

test.beforeAll(async () => {
  const [sitePort, appPort] = await Promise.all([freePort(), freePort()]);
  site = `http://127.0.0.1:${sitePort}`;
  const app = `http://localhost:${appPort}`;
  stack = await startProduct({
    DATA_DIR: copyFirstData(),
    PORT: String(appPort),
    SITE_URL: site,
    APP_URL: app,
    MEDIA_URL: app,
    PUBLIC_URL: site,
    TRUST_PROXY: 'true',
  });
  // The copied release has one address for all.
  await until('a release with the new addresses', async () =>
    (await (await fetch(stack.url)).text()).includes(`action="${app}/api/`),
  );
});
test.afterAll(() => stack?.stop());

/** Puts a picture of the image library on the page. */
async function showPicture(): Promise<void> {
  const session = await signIn(stack.url);
  const { images } = (await session.call<{ images: { url: string }[] }>('/api/upload/images')).body;
  const { content } = (
    await session.call<{ content: Record<string, Record<string, { value: object }>> }>('/api/content')
  ).body;
  const picture = { src: images[0]?.url, alt: 'A picture of the library', decorative: false };
  const { status } = await session.save('about', 'block-founders', {
    ...content.about?.['block-founders']?.value,
    picture,
  });
  expect(status).toBe(200);
}

const printPolicies = (mode: string) =>
  execFileSync(process.execPath, [join(root, 'scripts/policies.ts'), mode, stack.dataDir], { encoding: 'utf8' });

const nginx = findProgram('nginx', 'NGINX_PROGRAM');

/** Serves the release folder from the disk, with docs/recipes/nginx-static.conf. */
async function startNginx(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-front-'));
  onTestEnd(() => rmSync(folder, { recursive: true, force: true }));
  const policies = printPolicies('nginx');
  writeFileSync(join(folder, 'policies.map'), policies);
  writeFileSync(
    join(folder, 'mime.types'),
    'types { text/html html; text/css css; text/javascript js; image/svg+xml svg; image/webp webp; application/json json; }',
  );
  // Only the marked lines of the file.
  const changes: [string, string][] = [
    ['/run/nginx.pid', join(folder, 'nginx.pid')],
    ['/etc/nginx/mime.types', join(folder, 'mime.types')],
    ['/etc/nginx/threadline-policies.map', join(folder, 'policies.map')],
    ['/var/log/nginx/error.log', join(folder, 'error.log')],
    ['listen 80', `listen ${new URL(site).host}`],
    ['/srv/threadline/data', stack.dataDir],
  ];
  const recipe = readFileSync(join(root, 'docs/recipes/nginx-static.conf'), 'utf8').split('\n');
  const lines = recipe.map((line) => {
    const change = line.includes('# change') && changes.find(([from]) => line.includes(from));
    return change ? line.replace(...change) : line;
  });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = temporary.map((name) => `${name}_temp_path ${join(folder, name)};`).join(' ');
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  const config = join(folder, 'nginx.conf');
  writeFileSync(config, user + lines.join('\n').replace('http {', `http { ${paths}`));
  const args = ['-p', folder, '-e', join(folder, 'start.log'), '-c', config, '-g', 'daemon off;'];
  await startProxy(nginx ?? '', args, `${site}/release.json`);
}

/** Serves the releases with the edge worker in workerd, which gets each of them as the publisher delivers it. */
async function startWorker(): Promise<void> {
  const edge = await startEdge({ site: { bucket: 'site', port: Number(new URL(site).port) } });
  const target = openTarget(await edge.bucket('site'));
  const releasesDir = join(stack.dataDir, 'releases');
  const controller = new AbortController();
  const delivering = (async () => {
    for (let delivered = ''; !controller.signal.aborted; await wait(100)) {
      const folder = realpathSync(join(releasesDir, 'current'));
      if (folder === delivered) continue;
      const stored = getStored(releasesDir, JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
      await target.upload(stored, Date.now(), AbortSignal.timeout(30_000));
      await target.activate(stored, Date.now(), AbortSignal.timeout(30_000));
      delivered = folder;
    }
  })();
  onTestEnd(async () => {
    controller.abort();
    await delivering;
    await edge.stop();
  });
  await until('the worker has a release', async () => (await fetch(`${site}/release.json`)).ok);
}

/** Opens a page of the site as a visitor with an address of its own. */
async function visitSite(path = '/', options: Parameters<typeof openPage>[1] = {}): Promise<Page> {
  const { page } = await openPage(sharedBrowser(), { reducedMotion: 'reduce', ...options });
  await page.goto(site + path);
  return page;
}

/** Returns the newest message of a kind to an address, decoded. */
async function readMail(recipient: string, text: string): Promise<string> {
  const folder = join(stack.dataDir, 'mail');
  return until(`a message to ${recipient}`, () =>
    readdirSync(folder)
      .map((name) =>
        readFileSync(join(folder, name), 'utf8')
          .replaceAll(/=\r?\n/g, '')
          .replaceAll('=3D', '='),
      )
      .find((mail) => mail.includes(recipient) && mail.includes(text)),
  );
}

const findLink = (mail: string, path: string) =>
  new RegExp(`${stack.url}${path}[^\\s"<>]*`).exec(mail)?.[0].replaceAll('&amp;', '&') ?? '';

async function countRows(company: string): Promise<number> {
  const session = await signIn(stack.url);
  const { body } = await session.call<{ enquiries: unknown[] }>(`/api/enquiries?q=${encodeURIComponent(company)}`);
  return body.enquiries.length;
}

const isLive = async (headline: string) => {
  const session = await signIn(stack.url);
  await session.save('hero', 'title', headline);
  await until(
    `${headline} is live`,
    async () =>
      (await session.call<{ status: { state: string } }>('/api/publishing/status')).body.status.state === 'live',
  );
  expect(await (await fetch(site)).text()).toContain(headline);
};

for (const [name, start] of [
  ['nginx with the release folder', startNginx],
  ['the edge worker', startWorker],
] as const)
  test(`${name}: pages, pictures, forms and links work with admin and API at another host`, async () => {
    test.skip(start === startNginx && !nginx, 'nginx is not installed');
    await start();
    await showPicture();
    await isLive(`A headline behind ${name}.`);

    // Pages have the headers of the API, a missing slash is added, and unknown paths get the 404 page.
    for (const path of ['/', '/terms/', '/insights/', '/nothing/']) {
      const [front, api] = await Promise.all([fetch(site + path), fetch(stack.url + path)]);
      expect(front.status, path).toBe(api.status);
      for (const header of ['content-security-policy', 'x-frame-options', 'cache-control', 'content-type'])
        expect(front.headers.get(header), `${path} ${header}`).toBe(api.headers.get(header));
    }
    expect((await fetch(`${site}/terms`)).url).toBe(`${site}/terms/`);
    expect((await fetch(`${site}/api/health`)).status).toBe(404);

    const page = await visitSite();
    const pictures = page.locator(`img[src^="${stack.url}/media/"]`);
    expect(await pictures.count()).toBeGreaterThan(0);
    await pictures.first().scrollIntoViewIfNeeded();
    await expect
      .poll(() => pictures.first().evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);

    // The enquiry form, with and without JavaScript.
    const company = `Kaveri ${name}`;
    const dialog = await openDialog(page);
    await dialog.company.fill(company);
    await dialog.email.fill('founder@example.com');
    await dialog.send.click();
    await expect(dialog.status).toContainText(success);
    expect(await countRows(company)).toBe(1);
    const plain = await visitSite('/#enquiry', { javaScriptEnabled: false });
    await plain.getByLabel(/Company name/).fill(`Plain ${company}`);
    await plain.getByLabel(/Work email/).fill('plain@example.com');
    await plain.getByRole('button', { name: 'Send enquiry' }).click();
    await plain.getByText(/ENQ-\w{6}/).waitFor();
    expect(new URL(plain.url()).origin).toBe(stack.url);
    expect(await countRows(`Plain ${company}`)).toBe(1);

    // Links in messages lead to the app.
    const reader = `reader.${start === startNginx ? 'nginx' : 'worker'}@example.com`;
    const newsletter = page.locator('form.newsletter');
    await page.reload();
    await newsletter.getByLabel('One useful note a month').fill(reader);
    await newsletter.getByRole('button').click();
    await expect(newsletter.getByRole('status')).toHaveText('Thank you. We will email you a link to confirm.');
    await page.goto(findLink(await readMail(reader, '/api/newsletter/confirm'), '/api/newsletter/confirm'));
    await page.getByRole('button').click();
    await expect(page.getByRole('main')).toContainText('The next note comes to your address.');

    await page.goto(`${site}/privacy/`);
    await page.locator(`a[href="${stack.url}/api/my-data"]`).first().click();
    await page.getByLabel(/mail/i).fill('founder@example.com');
    await page.getByRole('button').first().click();
    await page.goto(findLink(await readMail('founder@example.com', '/api/my-data/view'), '/api/my-data/view'));
    await expect(page.getByRole('main')).toContainText(company);
  });

test('the policy that a CDN can use for all pages allows what each page needs', async () => {
  const shared = printPolicies('shared');
  for (const path of ['/', '/terms/', '/insights/']) {
    const policy = (await fetch(stack.url + path)).headers.get('content-security-policy') ?? '';
    const missing = policy.split(/[; ]+/).filter((part) => !shared.includes(part));
    expect(missing, path).toEqual([]);
  }
  expect(shared.match(/script-src|style-src|frame-ancestors/g)).toHaveLength(3);
});

test('an enquiry is sent once, although the API stops and starts while it is sent', async () => {
  await startWorker();
  const page = await visitSite();
  const { company, email, send, status } = await openDialog(page);
  await company.fill('Interrupted Mills');
  await email.fill('founder@example.com');
  const pid = stack.pidOf('api');
  if (!pid) throw new Error('The API does not run.');
  process.kill(pid, 'SIGKILL');
  await send.click();
  await expect(status).toHaveText('Not sent yet. We keep trying while this tab is open.');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Stop trying' })).toBeVisible();
  await expect(status).toContainText(success);
  expect(await countRows('Interrupted Mills')).toBe(1);
});

test('the admin at its own host: passkey, preview, preview link, Online and Live', async () => {
  await startWorker();
  const running = { browser: sharedBrowser(), stack };
  const { page } = await openScreen(running, '/admin/account');
  const device = await addPasskeyDevice(page);
  const panel = page.getByRole('region', { name: 'Sign in with fingerprint or face' });
  await panel.getByRole('button', { name: 'Add a passkey' }).click();
  await panel.getByLabel('Name of the passkey').fill('Phone');
  await panel.getByLabel('Current password', { exact: true }).fill(owner.password);
  await panel.getByRole('button', { name: 'Add a passkey' }).click();
  await panel.getByText('Keep these recovery codes.').waitFor();
  expect(await device.credentials()).toMatchObject([{ rpId: 'localhost' }]);
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${stack.url}/admin/login`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await page.getByText('Online').waitFor();

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${stack.url}/admin/content?section=hero&item=title`);
  const shown = page.frameLocator('iframe');
  await field(page, 'hero.title', '').fill('Seen in the preview first');
  await shown.getByText('Seen in the preview first').waitFor();
  await save(page);
  await saved(page);
  await page.getByRole('button', { name: /^Publishing: Live/ }).waitFor();
  await until('visitors see it', async () => (await (await fetch(site)).text()).includes('Seen in the preview first'));

  await page.getByRole('button', { name: 'Share a preview link' }).click();
  await page.getByRole('button', { name: 'Create a link' }).click();
  const link = await page.getByLabel('Preview link', { exact: true }).inputValue();
  expect(new URL(link).origin).toBe(stack.url);
  const { page: guest } = await openPage(sharedBrowser());
  await guest.goto(link);
  await guest.getByRole('heading', { level: 1, name: 'Seen in the preview first' }).waitFor();
});
