import { findViolations, openScreen } from '../support/admin-screen.ts';
import { openPage } from '../support/browser.ts';
import { expect, test } from '../support/fixtures.ts';
import { signIn } from '../support/session.ts';
import { useProduct } from '../support/use-product.ts';

const product = useProduct();

test('an invited user chooses a password by the link, is disabled and enabled again', async () => {
  const { page } = await openScreen(product, '/admin/users');
  await page.getByRole('button', { name: 'Invite' }).click();
  const form = page.getByRole('complementary', { name: 'Invite a user' });
  await form.getByRole('button', { name: 'Invite', exact: true }).click();
  await form.getByText('Email is required').waitFor();
  await form.getByLabel('Name').fill('Editor One');
  await form.getByLabel('Email').fill('editor@example.com');
  await form.getByRole('button', { name: 'Invite', exact: true }).click();
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  expect(await findViolations(page)).toEqual([]);
  await page
    .getByRole('row', { name: /Editor One/ })
    .getByText('Invited')
    .waitFor();

  const guest = await openPage(product.browser);
  await guest.page.goto(link);
  await guest.page.getByRole('heading', { name: 'Welcome, Editor One' }).waitFor();
  expect(await findViolations(guest.page)).toEqual([]);
  await guest.page.getByRole('button', { name: 'Set the password' }).click();
  await guest.page.getByText('Password is required').waitFor();
  await guest.page.getByLabel('New password', { exact: true }).fill('mango tree 42');
  await guest.page.getByRole('button', { name: 'Set the password' }).click();
  await guest.page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await guest.page.goto('about:blank');
  await guest.page.goto(link);
  await guest.page.getByRole('heading', { name: 'This link does not work' }).waitFor();

  const editor = { email: 'editor@example.com', password: 'mango tree 42' };
  await page.getByRole('button', { name: 'Close the link' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'More for Editor One' }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await page.getByRole('button', { name: 'Disable', exact: true }).click();
  await page
    .getByRole('row', { name: /Editor One/ })
    .getByText('Disabled')
    .waitFor();
  await expect(signIn(product.stack.url, editor)).rejects.toThrow('disabled');
  await page.getByRole('button', { name: 'More for Editor One' }).click();
  await page.getByRole('menuitem', { name: 'Enable' }).click();
  await page
    .getByRole('row', { name: /Editor One/ })
    .getByText('Active')
    .waitFor();
  await signIn(product.stack.url, editor);
  await guest.page.context().close();
});

test('a link for another account asks the signed-in user to sign out first, and works then [F11]', async () => {
  const { page } = await openScreen(product, '/admin/users');
  const { call } = await signIn(product.stack.url);
  const invitation = { name: 'Editor Two', email: 'editor.two@example.com' };
  const { body } = await call<{ link: string }>('/api/auth/invitations', { method: 'POST', json: invitation });
  await page.goto(body.link);
  await page.getByRole('heading', { name: 'Another user is signed in' }).waitFor();
  await page.getByText('This link is for editor.two@example.com. You are signed in as owner@example.com.').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sign out and continue' }).click();
  await page.getByRole('heading', { name: 'Welcome, Editor Two' }).waitFor();
  await page.getByLabel('New password', { exact: true }).fill('mango tree 42');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await page.getByText('Editor Two').first().waitFor();
});

test('the page for a forgotten password does not reveal whether an address has an account', async () => {
  const { page } = await openPage(product.browser);
  await page.goto(`${product.stack.url}/admin/login`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('heading', { name: 'Forgot your password' }).waitFor();
  await page.getByText(/^This site cannot send email at present\./).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('Email is required').waitFor();
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('If there is an account with this email').waitFor();
});
