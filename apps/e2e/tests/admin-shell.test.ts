import type { Page } from '@playwright/test';
import { card, openEditor, openScreen as openScreenOf, save } from '../support/admin-screen.ts';
import { findClippedText } from '../support/clipped-text.ts';
import { expect, test } from '../support/fixtures.ts';
import { owner } from '../support/stack.ts';
import { useProduct } from '../support/use-product.ts';
import { expectInView } from '../support/visibility.ts';

const product = useProduct();
const openScreen = (path: string) => openScreenOf(product, path);

/** Collects the console messages of a page from now on. */
function watchConsole(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') said.push(message.text());
  });
  return said;
}

/** Delays matching requests until the returned function is called. */
async function holdBack(page: Page, pattern: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

for (const [path, name] of [
  ['/admin/content', 'Content Management'],
  ['/admin/content?section=site', 'Site settings'],
  ['/admin/images', 'Image Management'],
] as const) {
  test(`on ${path} only ${name} is marked in the sidebar`, async () => {
    const { page } = await openScreen(path);
    const marked = page.getByRole('navigation', { name: 'Admin' }).locator('li [aria-current]');
    await expect(marked).toContainText([name]);
  });
}

test('the publish details close when the focus leaves them, such as to a dialog', async () => {
  const { page } = await openScreen('/admin/content');
  const badge = page.getByRole('button', { name: /^Publishing:/ });
  const details = page.getByRole('dialog', { name: 'Publishing' });
  await badge.click();
  await expectInView(details.getByRole('heading').first());
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused();
  await details.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await badge.click();
  await details.getByRole('link', { name: 'Releases' }).focus();
  await page.keyboard.press('Tab');
  await details.waitFor({ state: 'detached' });
});

test('no console error appears when the palette and the publish details open before their code is loaded', async () => {
  const { page } = await openScreen('/admin/content');
  const said = watchConsole(page);
  const arrive = await holdBack(page, /(?:palette|publish-details)[^/]*\.chunk\.js$/);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Search or jump to' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Publishing/ }).click();
  const details = page.getByRole('dialog', { name: 'Publishing' });
  await expect.poll(() => details.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  arrive();
  await details.getByRole('heading').waitFor();
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or jump to' }).waitFor();
  await page.keyboard.press('Escape');
  expect(said).toEqual([]);
});

test('the outline of a screen is visible until its code has loaded, and only for users who are signed in', async () => {
  const { page } = await openScreen('/admin/content');
  const outline = page.locator('#frame-skeleton');
  await expect(outline).toBeHidden();
  await page.setViewportSize({ width: 1440, height: 900 });
  const arrive = await holdBack(page, /\/static\/js\/(?!react)[^/]*\.chunk\.js$/);
  await page.reload({ waitUntil: 'commit' });
  await expect(outline.locator('[data-part="preview"]')).toBeInViewport();
  arrive();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect(outline).toBeHidden();
  await page.evaluate(() => localStorage.removeItem('token'));
  await page.unroute(/\/static\/js\/(?!react)[^/]*\.chunk\.js$/);
  await page.reload();
  await page.getByLabel('Email').waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset.screen)).toBeUndefined();
});

test('no call is refused when an open editor reconnects or a session is renewed', async () => {
  const { page } = await openScreen('/admin/content');
  await page.evaluate(() => localStorage.removeItem('token'));
  await page.goto(`${product.stack.url}/admin/login?to=/content`);
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await card(page, 'hero.title').waitFor();

  const refused: string[] = [];
  page.on('response', (reply) => {
    if (reply.status() >= 400) refused.push(`${reply.status()} ${reply.request().method()} ${reply.url()}`);
  });
  const announced = () => page.waitForResponse((reply) => reply.url().endsWith('/publishing/presence') && reply.ok());
  const [first] = await Promise.all([announced(), openEditor(page, 'hero.title')]);
  const again = announced();
  await page.context().setOffline(true);
  await page.getByText('You are offline.').waitFor();
  await page.context().setOffline(false);
  const stream = async (reply: typeof first) => JSON.parse(reply.request().postData() ?? '{}').stream;
  expect(await stream(await again)).not.toBe(await stream(first));

  // The same token after a quarter of an hour.
  await page.evaluate(() => {
    const [head, claims = '', signature] = (localStorage.getItem('token') ?? '').split('.');
    const { iat, exp, ...rest } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
    const old = btoa(JSON.stringify({ ...rest, iat: iat - 1800, exp: exp - 1800 }));
    localStorage.setItem('token', `${head}.${old}.${signature}`);
  });
  const said = watchConsole(page);
  await page.reload();
  await card(page, 'hero.title').waitFor();
  expect([refused, said]).toEqual([[], []]);
});

test('on a tablet the sidebar is a rail whose icons have visible names and are large enough to touch', async () => {
  const { page } = await openScreen('/admin/images');
  await page.setViewportSize({ width: 768, height: 1024 });
  const rail = page.getByRole('navigation', { name: 'Admin' });
  await expect(rail.getByRole('link', { name: 'Images', exact: true })).toHaveAttribute('aria-current', 'page');
  const targets = rail.locator('a, button').filter({ hasText: /./ });
  for (const name of ['Search', 'Content', 'Users', 'Site settings', 'Help', 'View Website', 'Logout', 'Account'])
    await expectInView(targets.getByText(name, { exact: true }));
  const sizes = await targets.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44);
  expect(await findClippedText(page)).toEqual([]);
});

for (const width of [360, 768, 1440]) {
  test(`at ${width} px a rejected save focuses the invalid link, with its error in view`, async () => {
    const { page } = await openScreen('/admin/content');
    await page.setViewportSize({ width, height: 800 });
    const slide = await page.locator('[data-item^="hero.slide-"]').first().getAttribute('data-item');
    await openEditor(page, slide ?? '');
    const link = page.locator('[data-pointer="/secondaryCTA/href"]');
    await link.fill('/career/');
    await save(page);
    await expectInView(
      page.getByText('No page or section has this address. Choose one from the list.', { exact: true }),
    );
    expect(await link.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.context().close();
  });
}
