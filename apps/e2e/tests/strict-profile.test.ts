import type { Page } from '@playwright/test';
import { findViolations } from '../support/admin-screen.ts';
import { openPage } from '../support/browser.ts';
import { expect, test } from '../support/fixtures.ts';
import { addPasskeyDevice, createOneTimeCode } from '../support/second-factor.ts';
import { signIn } from '../support/session.ts';
import { owner } from '../support/stack.ts';
import { useProduct } from '../support/use-product.ts';

const product = useProduct({ SECURITY_PROFILE: 'strict' });
const screens = ['/admin', '/admin/content', '/admin/users', '/admin/enquiries', '/admin/log'];

/** Signs in and opens the page that requires a second factor. */
async function enter() {
  const opened = await openPage(product.browser, { reducedMotion: 'reduce' });
  const { page } = opened;
  await page.goto(`${product.stack.url}/admin/login`);
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await getGate(page).waitFor();
  return opened;
}

const getGate = (page: Page) => page.getByRole('heading', { name: 'One more step' });
const getDashboard = (page: Page) => page.getByRole('heading', { name: 'Dashboard' });

test('in the strict profile every screen requires a second factor first; a passkey satisfies it', async () => {
  const { page } = await enter();
  expect(await findViolations(page)).toEqual([]);
  for (const path of screens) {
    await page.goto(product.stack.url + path);
    await getGate(page).waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
  }
  await addPasskeyDevice(page);
  const panel = page.getByRole('region', { name: 'Sign in with fingerprint or face' });
  await panel.getByRole('button', { name: 'Add a passkey' }).click();
  await panel.getByLabel('Current password', { exact: true }).fill(owner.password);
  await panel.getByRole('button', { name: 'Add a passkey' }).click();
  await panel.getByText('Keep these recovery codes.').waitFor();
  await panel.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByRole('heading', { level: 1, name: 'Log' }).waitFor();

  // Removing the last one locks the screens again.
  await page.goto(`${product.stack.url}/admin/account`);
  await panel.getByRole('button', { name: /^Remove / }).click();
  await panel.getByRole('listitem').getByLabel('Current password', { exact: true }).fill(owner.password);
  await panel.getByRole('button', { name: 'Remove it' }).click();
  await panel.getByRole('list').waitFor({ state: 'detached' });
  await page.goto(`${product.stack.url}/admin/users`);
  await getGate(page).waitFor();
});

test('in the strict profile an authenticator app satisfies it too, and signing out is possible', async () => {
  const { page } = await enter();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.context().close();

  const { page: again } = await enter();
  const panel = again.getByRole('region', { name: 'Two-step verification' });
  await panel.getByRole('button', { name: 'Set it up' }).click();
  await panel.getByLabel('Current password', { exact: true }).fill(owner.password);
  await panel.getByRole('button', { name: 'Set it up' }).click();
  const secret = ((await panel.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await panel.getByLabel('Code that the app shows').fill(createOneTimeCode(secret));
  await panel.getByRole('button', { name: 'Turn it on' }).click();
  await panel.getByRole('button', { name: 'I have saved them' }).click();
  await getDashboard(again).waitFor();
  await expect(signIn(product.stack.url)).rejects.toThrow('second-factor-required');
});
