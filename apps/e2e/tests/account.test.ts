import { findViolations, openScreen } from '../support/admin-screen.ts';
import { openPage } from '../support/browser.ts';
import { expect, test } from '../support/fixtures.ts';
import { createOneTimeCode } from '../support/second-factor.ts';
import { call, signIn } from '../support/session.ts';
import { owner, until } from '../support/stack.ts';
import { useProduct } from '../support/use-product.ts';

const product = useProduct();

test('a session in another browser can be ended', async () => {
  const elsewhere = await signIn(product.stack.url);
  const { page } = await openScreen(product, '/admin/account');
  await page.getByText('This browser').waitFor();
  await page.getByRole('button', { name: /^Sign out everywhere else/ }).click();
  await until('the other session is refused', async () => (await elsewhere.call('/api/auth/me')).status === 401);
  await page.getByRole('button', { name: /^Sign out everywhere else/ }).waitFor({ state: 'detached' });
});

test('an authenticator app is set up, required at sign-in, and turned off', async () => {
  const { page } = await openScreen(product, '/admin/account');
  const panel = page.getByRole('region', { name: 'Two-step verification' });
  const setUp = panel.getByRole('button', { name: 'Set it up' });
  await setUp.click();
  await expect(panel.getByLabel('Current password', { exact: true })).toBeFocused();
  await setUp.click();
  await panel.getByText('Your current password is required').waitFor();
  await panel.getByLabel('Current password', { exact: true }).fill(owner.password);
  await panel.getByRole('button', { name: 'Set it up' }).click();
  const qrCode = panel.getByRole('img', { name: 'QR code with the key' });
  await qrCode.waitFor();
  // The code and its field are beside each other, and visible without scrolling.
  await expect(qrCode).toBeInViewport({ ratio: 1 });
  await expect(panel.getByLabel('Code that the app shows')).toBeInViewport({ ratio: 1 });
  await expect(panel.getByRole('button', { name: 'Turn it on' })).toBeInViewport({ ratio: 1 });
  expect(await findViolations(panel)).toEqual([]);
  const secret = ((await panel.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await panel.getByLabel('Code that the app shows').fill('000000');
  await panel.getByRole('button', { name: 'Turn it on' }).click();
  await panel.getByRole('alert').waitFor();
  await panel.getByLabel('Code that the app shows').fill(createOneTimeCode(secret));
  await panel.getByRole('button', { name: 'Turn it on' }).click();
  await panel.getByText('Keep these recovery codes.').waitFor();
  const codes = await panel.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  await panel.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByRole('region', { name: 'Recovery codes' }).getByText('10 of 10 recovery codes are left').waitFor();

  const guest = await openPage(product.browser);
  await guest.page.goto(`${product.stack.url}/admin/login`);
  await guest.page.getByLabel('Email').fill(owner.email);
  await guest.page.getByLabel('Password', { exact: true }).fill(owner.password);
  await guest.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await guest.page.getByText('Enter the code that your authenticator app shows').waitFor();
  expect(await findViolations(guest.page)).toEqual([]);
  await guest.page.getByLabel('Code', { exact: true }).fill(codes[0] ?? '');
  await guest.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await guest.page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await guest.page.context().close();

  await panel.getByRole('button', { name: 'Turn it off' }).click();
  await panel.getByLabel('Current password', { exact: true }).fill(owner.password);
  await panel.getByRole('button', { name: 'Turn it off' }).click();
  await panel.getByRole('button', { name: 'Set it up' }).waitFor();
});

test('a new password requires the current one, and errors are shown at their fields', async () => {
  const { page } = await openScreen(product, '/admin/account');
  const form = page.getByRole('region', { name: 'Your password' });
  const change = form.getByRole('button', { name: 'Change the password' });
  await change.click();
  await change.click();
  await form.getByText('Your current password is required').waitFor();
  await form.getByLabel('Current password', { exact: true }).fill('not this one');
  await form.getByLabel('New password', { exact: true }).fill('mango tree 42');
  await form.getByRole('button', { name: 'Change the password' }).click();
  await form.getByRole('alert').getByText('Your current password is wrong.').waitFor();
  await expect(form.getByLabel('New password', { exact: true })).toHaveValue('mango tree 42');

  await form.getByLabel('Current password', { exact: true }).fill(owner.password);
  await form.getByRole('button', { name: 'Change the password' }).click();
  await form.getByText('Your password was changed.').waitFor();
  for (const name of ['Current password', 'New password'])
    await expect(form.getByLabel(name, { exact: true })).toHaveValue('');
  const login = (password: string) =>
    call(`${product.stack.url}/api/auth/login`, { method: 'POST', json: { ...owner, password } });
  expect((await login('mango tree 42')).status).toBe(200);
  expect((await login(owner.password)).status).toBe(401);
});
