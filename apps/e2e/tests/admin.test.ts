import type { Page } from '@playwright/test';
import { listScripts } from '../../admin/first-load.ts';
import { openPage } from '../support/browser.ts';
import { expect, test } from '../support/fixtures.ts';
import { createPng } from '../support/png.ts';
import { owner, until } from '../support/stack.ts';
import { useProduct } from '../support/use-product.ts';

const product = useProduct();

async function openAdmin(path = '/admin') {
  const opened = await openPage(product.browser);
  await opened.page.goto(product.stack.url + path);
  return opened;
}

async function signInByForm(page: Page, { email, password } = owner): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('without a session every admin screen redirects to the sign-in, and back after it', async () => {
  const { page } = await openAdmin('/admin/users');
  await page.waitForURL('**/admin/login**');
  await signInByForm(page, { ...owner, password: 'wrong password' });
  await page.getByRole('alert').waitFor();
  await signInByForm(page);
  await page.waitForURL('**/admin/users');
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).includes('token'))).toBe(true);
});

test('the sign-in loads exactly the scripts that the budget counts', async () => {
  const { page: login } = await openPage(product.browser);
  const atLogin = scriptsAskedBy(login);
  await login.goto(`${product.stack.url}/admin`);
  await login.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await expect.poll(atLogin).toEqual(listScripts('signIn'));
  await signInByForm(login);
  await login.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();

  const dashboard = await login.context().newPage();
  const atDashboard = scriptsAskedBy(dashboard);
  await dashboard.goto(`${product.stack.url}/admin`);
  await dashboard.getByRole('heading', { name: 'Finish setting up' }).waitFor();
  await dashboard
    .getByRole('term')
    .filter({ hasText: /^Email$/ })
    .waitFor();
  await expect.poll(atDashboard).toEqual(listScripts('dashboard'));
  await dashboard.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(atDashboard()).toEqual(listScripts('dashboard'));
});

/** Collects requests from now on, as paths below /admin/. */
function scriptsAskedBy(page: Page): () => string[] {
  const files = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() === 'script') files.add(pathname.replace('/admin/', ''));
  });
  return () => [...files].sort();
}

test('two tabs whose session expires at the same moment renew it once, and both stay signed in', async () => {
  const { page: one } = await openAdmin();
  await signInByForm(one);
  await one.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  const two = await one.context().newPage();
  let refreshes = 0;
  for (const tab of [one, two])
    tab.on('request', (request) => {
      if (request.url().endsWith('/auth/refresh')) refreshes += 1;
    });
  await one.evaluate(() => localStorage.setItem('token', 'over'));
  const address = `${product.stack.url}/admin/users`;
  await Promise.all([one.goto(address), two.goto(address)]);
  for (const tab of [one, two]) await tab.getByText('You', { exact: true }).waitFor();
  expect(refreshes).toBe(1);
});

test('an editor changes the hero headline and sees it live on the public page', async () => {
  const { page } = await openAdmin('/admin/content');
  await signInByForm(page);
  const card = page.getByRole('listitem').filter({ hasText: 'Build the company your growth plan assumes' }).first();
  await card.getByRole('button', { name: /^Edit/ }).click();
  await page
    .getByRole('textbox', { name: /^Headline/ })
    .first()
    .fill('A headline typed by an editor.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Content updated successfully!').waitFor();
  await product.shows('A headline typed by an editor.');
  await page.getByRole('button', { name: /^Publishing: Live since \d\d:\d\d IST$/ }).waitFor();
  await page.goto(product.stack.url);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('A headline typed by an editor.');
});

test('opening another user asks about unsaved changes of the first', async () => {
  const { page } = await openAdmin('/admin/users');
  await signInByForm(page);
  await page.getByRole('button', { name: 'Add a user' }).click();
  await page.getByLabel('Name').fill('Typed and not saved');
  await page.getByRole('button', { name: /^Edit/ }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Typed and not saved');
});

test('an image is uploaded, listed and served in variants', async () => {
  const { page } = await openAdmin('/admin/images');
  await signInByForm(page);
  await page
    .getByLabel('Images to upload')
    .setInputFiles({ name: 'office.png', mimeType: 'image/png', buffer: createPng(640, 400) });
  await page.getByText('office.png').first().waitFor();
  const src = await until('the image is in the grid', () =>
    page
      .locator('img[src^="/media/"]')
      .first()
      .getAttribute('src')
      .then((value) => value ?? undefined),
  );
  const media = await fetch(product.stack.url + src);
  expect([media.status, media.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  await page
    .getByLabel('Images to upload')
    .setInputFiles({ name: 'not-an-image.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
  await page.getByText('not-an-image.png').first().waitFor();
});

test('a user is added and can sign in, is deleted and restored', async () => {
  const { page } = await openAdmin('/admin/users');
  await signInByForm(page);
  await page.getByRole('button', { name: /Add/ }).first().click();
  await page.getByLabel('Name').fill('Second Editor');
  await page.getByLabel('Email').fill('editor@example.com');
  await page.getByLabel('Password', { exact: true }).fill('a long enough password');
  await page
    .getByRole('button', { name: /^(Save|Create|Add user)/ })
    .last()
    .click();
  await page.getByText('editor@example.com').first().waitFor();
  const login = async () => {
    const { status } = await fetch(`${product.stack.url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'editor@example.com', password: 'a long enough password' }),
    });
    return status;
  };
  expect(await login()).toBe(200);

  await page.getByRole('button', { name: 'More for Second Editor' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Are you sure you want to delete this user?').waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  expect(await login()).toBe(401);
  // The same as Undo, which disappears after a moment.
  await page.getByRole('button', { name: 'Restore Second Editor' }).click();
  await page.getByText('Second Editor was restored.').waitFor();
  await page.getByRole('button', { name: 'More for Second Editor' }).waitFor();
  expect(await login()).toBe(200);
});
