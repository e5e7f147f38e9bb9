import { openScreen as openScreenOf } from '../support/admin-screen.ts';
import { expect, test } from '../support/fixtures.ts';
import { signIn } from '../support/session.ts';
import { owner } from '../support/stack.ts';
import { useProduct } from '../support/use-product.ts';

const product = useProduct();

const openUsers = () => openScreenOf(product, '/admin/users');

test("the list of users has its columns and three counters, and no Delete in the current user's row", async () => {
  const session = await signIn(product.stack.url);
  const editor = {
    name: 'Second Editor',
    email: 'editor@example.com',
    password: 'a long enough password',
    role: 'admin',
  };
  expect((await session.call('/api/auth/create-admin', { method: 'POST', json: editor })).status).toBe(201);

  const { page } = await openUsers();
  const table = page.getByRole('table');
  await table.waitFor();
  expect(await table.getByRole('columnheader').allTextContents()).toEqual([
    'User',
    'Role',
    'Status',
    'Last login',
    'Actions',
  ]);
  const counters = page.getByRole('region', { name: 'Counters' }).locator(':scope > div > div');
  expect(await counters.allTextContents()).toEqual(['Users2', 'Super admins1', 'Signed in this week1']);

  const row = (email: string) => table.getByRole('row').filter({ hasText: email });
  const others = row(editor.email);
  expect(await others.getByRole('cell').allInnerTexts()).toEqual([
    'Admin',
    'Active',
    expect.stringContaining('not yet'),
    'Edit',
  ]);
  await others.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: /^Delete/ }).waitFor();
  await page.keyboard.press('Escape');
  const own = row(owner.email);
  expect(await own.getByText('You', { exact: true }).count()).toBe(1);
  expect(await own.getByRole('button', { name: /^Edit/ }).count()).toBe(1);
  expect(await own.getByRole('button', { name: /^Delete/ }).count()).toBe(0);
  expect(await table.getByText('You', { exact: true }).count()).toBe(1);
});

test('the form of a user shows that it is saving, and the reason of a refusal', async () => {
  const { page } = await openUsers();
  await page.getByRole('button', { name: 'Add a user' }).click();
  await page.getByLabel('Name').fill('Third Editor');
  await page.getByLabel('Email').fill('third@example.com');
  await page.getByLabel('Password', { exact: true }).fill('a long enough password');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const address = '**/api/auth/create-admin';
  await page.route(address, async (route) => {
    await released;
    await route.fulfill({ status: 500, json: { success: false, code: 'internal' } });
  });
  const submit = page.getByRole('complementary').getByRole('button', { name: 'Add user' });
  await submit.click();
  await expect(submit).toHaveAttribute('data-loading', 'true');
  expect(await submit.isDisabled()).toBe(true);
  release();
  await page.getByRole('alert').getByText('An error occurred').waitFor();
  expect(await submit.getAttribute('data-loading')).toBeNull();
  await page.unroute(address);
  await submit.click();
  await page.getByRole('row').filter({ hasText: 'third@example.com' }).waitFor();
  await submit.waitFor({ state: 'detached' });
});
