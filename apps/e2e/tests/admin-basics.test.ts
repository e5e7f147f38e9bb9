import { card, openScreen as openScreenOf } from '../support/admin-screen.ts';
import { openPage } from '../support/browser.ts';
import { expect, test } from '../support/fixtures.ts';
import { signIn } from '../support/session.ts';
import { useProduct } from '../support/use-product.ts';

const product = useProduct({ DEMO_MODE: '1' });

const openScreen = (path: string) => openScreenOf(product, path);

test('the sidebar has the specified entries, and View Website opens the public page in a new tab', async () => {
  const { page } = await openScreen('/admin');
  const sidebar = page.getByRole('navigation', { name: 'Admin' });
  const names = await sidebar
    .locator('li')
    .locator('a, button')
    .evaluateAll((entries) => entries.map((entry) => entry.getAttribute('title') ?? ''));
  const specified = [
    'Dashboard',
    'Content Management',
    'Image Management',
    'User Management',
    'View Website',
    'Logout',
  ];
  expect(names.filter((name) => specified.includes(name))).toEqual(specified);
  for (const name of ['Content Management', 'Image Management', 'User Management', 'Dashboard']) {
    await sidebar.getByTitle(name, { exact: true }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  }
  const opened = page.context().waitForEvent('page');
  await sidebar.getByRole('link', { name: 'View Website' }).click();
  expect((await opened).url()).toBe(`${product.stack.url}/`);
});

test('a spinner shows while the session is checked, and nothing of the admin', async () => {
  const { page } = await openScreen('/admin');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/auth/me', async (route) => {
    await released;
    await route.continue();
  });
  await page.reload();
  await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor();
  expect(await page.getByRole('heading').count()).toBe(0);
  release();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
});

test('logging out leads to the site and drops the token, even if the server does not answer', async () => {
  const { page } = await openScreen('/admin');
  await page.route('**/api/auth/logout', (route) => route.abort('connectionrefused'));
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/auth/logout'));
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await failed;
  await page.waitForURL(`${product.stack.url}/`);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await page.goto(`${product.stack.url}/admin`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
});

test('the dashboard counts items and images, shows the site online, and offers its quick actions and system information', async () => {
  const session = await signIn(product.stack.url);
  const { body } = await session.call<{ contentItems: number; images: number }>('/api/dashboard');
  const { page } = await openScreen('/admin');
  const counters = page.getByRole('region', { name: 'Counters' });
  for (const [label, value] of [
    ['Total content items', String(body.contentItems)],
    ['Images uploaded', String(body.images)],
    ['Website status', 'Online'],
  ] as const)
    expect(await counters.getByRole('link').filter({ hasText: label }).locator('strong').textContent()).toBe(value);
  await page.getByRole('region', { name: 'Quick actions' }).getByRole('button', { name: 'Export Data' }).waitFor();
  for (const name of ['Recent activity', 'System information']) await page.getByRole('heading', { name }).waitFor();
  const terms = await page.getByRole('term').allTextContents();
  expect(terms).toEqual(expect.arrayContaining(['Version', 'Last backup', 'Database']));
});

test('a card shows when its item was last updated, and Refresh Content loads changes from the server', async () => {
  const { page } = await openScreen('/admin/content');
  const title = card(page, 'hero.title');
  await title.getByText(/^Text · (?:Today \d\d:\d\d|\d+ \w+ \d{4})/).waitFor();
  // Without the event stream the screen notices saves of others only on reload.
  await page.route('**/api/publishing/events', (route) => route.abort());
  await page.reload();
  await title.waitFor();
  const session = await signIn(product.stack.url);
  await session.save('hero', 'title', 'Saved somewhere else.');
  const asked = page.waitForRequest('**/api/content');
  await page.getByRole('button', { name: 'Refresh Content' }).click();
  await asked;
  await title.getByText('Saved somewhere else.').waitFor();
});

test('the sign-in page of a demo shows its credentials and fills them in', async () => {
  const { page } = await openPage(product.browser);
  await page.goto(`${product.stack.url}/admin/login`);
  const account = page.getByRole('region', { name: 'Demo account' });
  await account.waitFor();
  const [email = '', password = ''] = await account.getByRole('definition').allTextContents();
  expect(email).toContain('@');
  await account.getByRole('button', { name: 'Fill in' }).click();
  expect(await page.getByLabel('Email').inputValue()).toBe(email);
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
});
