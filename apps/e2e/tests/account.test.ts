import { expect, test } from 'vitest';
import { openScreen, violationsOf } from '../support/admin-screen.ts';
import { call, signIn } from '../support/session.ts';
import { owner, until } from '../support/stack.ts';
import { useProduct } from '../support/use-product.ts';

const product = useProduct();

test('a browser left behind is signed out from here', async () => {
  const elsewhere = await signIn(product.stack.url);
  const { page, mistakes } = await openScreen(product, '/admin/account');
  await page.getByText('This browser').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: /^Sign out everywhere else/ }).click();
  await until('the other session is refused', async () => (await elsewhere.call('/api/auth/me')).status === 401);
  await page.getByRole('button', { name: /^Sign out everywhere else/ }).waitFor({ state: 'detached' });
  expect(mistakes).toEqual([]);
  await page.context().close();
});

test('a new password needs the current one; what is wrong is said beside its field', async () => {
  const { page } = await openScreen(product, '/admin/account');
  const form = page.getByRole('region', { name: 'Change your password' });
  await form.getByRole('button', { name: 'Change the password' }).click();
  await form.getByText('Your current password is required').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await form.getByLabel('Current password', { exact: true }).fill('not this one');
  await form.getByLabel('New password', { exact: true }).fill('mango tree 42');
  await form.getByRole('button', { name: 'Change the password' }).click();
  await form.getByRole('alert').getByText('Your current password is wrong.').waitFor();
  expect(await form.getByLabel('New password', { exact: true }).inputValue()).toBe('mango tree 42');

  await form.getByLabel('Current password', { exact: true }).fill(owner.password);
  await form.getByRole('button', { name: 'Change the password' }).click();
  await form.getByText('Your password was changed.').waitFor();
  const login = (password: string) =>
    call(`${product.stack.url}/api/auth/login`, { method: 'POST', json: { ...owner, password } });
  expect((await login('mango tree 42')).status).toBe(200);
  expect((await login(owner.password)).status).toBe(401);
  await page.context().close();
});
