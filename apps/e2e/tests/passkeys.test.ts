import type { Page } from '@playwright/test';
import { findViolations, openScreen } from '../support/admin-screen.ts';
import { expect, test } from '../support/fixtures.ts';
import { addPasskeyDevice } from '../support/second-factor.ts';
import { owner } from '../support/stack.ts';
import { useProduct } from '../support/use-product.ts';

const product = useProduct();

async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${product.stack.url}/admin/login`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
}

async function fillPassword(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('a passkey is added, signs in alone and after the password, is renamed and removed [F4]', async () => {
  const { page } = await openScreen(product, '/admin/account');
  const device = await addPasskeyDevice(page);
  const panel = page.getByRole('region', { name: 'Sign in with fingerprint or face' });
  await panel.getByRole('button', { name: 'Add a passkey' }).click();
  await panel.getByRole('button', { name: 'Add a passkey' }).click();
  await panel.getByText('Your current password is required').waitFor();
  await panel.getByLabel('Name of the passkey').fill('Phone');
  await panel.getByLabel('Current password', { exact: true }).fill('not this one');
  await panel.getByRole('button', { name: 'Add a passkey' }).click();
  await panel.getByRole('alert').getByText('Your current password is wrong.').waitFor();
  await panel.getByLabel('Current password', { exact: true }).fill(owner.password);
  await panel.getByRole('button', { name: 'Add a passkey' }).click();
  await panel.getByText('Keep these recovery codes.').waitFor();
  await expect(panel.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  const [kept] = await device.credentials();
  expect(kept).toMatchObject({ rpId: 'localhost', isResidentCredential: true });
  await panel.getByRole('button', { name: 'I have saved them' }).click();
  await panel.getByText('Not used yet').waitFor();
  expect(await findViolations(panel)).toEqual([]);

  // Add the same device again.
  await panel.getByRole('button', { name: 'Add a passkey' }).click();
  await panel.getByLabel('Current password', { exact: true }).fill(owner.password);
  await panel.getByRole('button', { name: 'Add a passkey' }).click();
  await panel.getByRole('alert').getByText('This device already has a passkey for your account.').waitFor();

  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();

  await signOut(page);
  await fillPassword(page);
  await page.getByText('Use your passkey, or enter a code').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();

  await page.goto(`${product.stack.url}/admin/account`);
  await panel.getByText('Last used').waitFor();
  await panel.getByRole('button', { name: 'Rename Phone' }).click();
  await panel.getByLabel('Name', { exact: true }).fill('Old phone');
  await panel.getByRole('button', { name: 'Save the name' }).click();
  await panel.getByRole('button', { name: 'Remove Old phone' }).click();
  expect(await findViolations(panel)).toEqual([]);
  await panel.getByRole('listitem').getByLabel('Current password', { exact: true }).fill(owner.password);
  await panel.getByRole('button', { name: 'Remove it' }).click();
  await panel.getByRole('list').waitFor({ state: 'detached' });

  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('alert').getByText('This passkey does not belong to an account of this site.').waitFor();
  await fillPassword(page);
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();

  // Passkeys do not work at another address than the site's.
  const elsewhere = product.stack.url.replace('localhost', '127.0.0.1');
  await page.goto(`${elsewhere}/admin/login`);
  await fillPassword(page);
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await page.goto(`${elsewhere}/admin/account`);
  await panel.getByText(`Open the admin at ${product.stack.url} to add one: passkeys work only there.`).waitFor();
  expect(await panel.getByRole('button').count()).toBe(0);
});

test('without user verification no passkey is added, and a browser without passkeys says so', async () => {
  const { page } = await openScreen(product, '/admin/account');
  const device = await addPasskeyDevice(page);
  await device.setVerified(false);
  const panel = page.getByRole('region', { name: 'Sign in with fingerprint or face' });
  await panel.getByRole('button', { name: 'Add a passkey' }).click();
  await panel.getByLabel('Current password', { exact: true }).fill(owner.password);
  await panel.getByRole('button', { name: 'Add a passkey' }).click();
  await panel.getByRole('alert').getByText('No passkey was chosen, or it took too long').waitFor();
  expect(await device.credentials()).toEqual([]);

  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('alert').getByText('No passkey was chosen').waitFor();
  await fillPassword(page);
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
});
