import { startMailServer } from '../../api/test/mail-server.ts';
import { findViolations, openScreen } from '../support/admin-screen.ts';
import { expect, onTestEnd, test } from '../support/fixtures.ts';
import { owner } from '../support/stack.ts';
import { useProduct } from '../support/use-product.ts';

const product = useProduct();

test('a super admin sets up email from the dashboard, corrects a wrong password, and gets a test message', async () => {
  const server = await startMailServer({ password: 'monsoon-77' });
  onTestEnd(server.stop);
  const { page } = await openScreen(product, '/admin');
  await page.getByRole('link', { name: 'Set up email' }).click();
  await page.getByText('Email is not set up: enquiries').waitFor();
  await expect(page.getByRole('link', { name: 'Site settings' })).toHaveAttribute('aria-current', 'true');
  expect(await findViolations(page)).toEqual([]);
  const provider = page.getByLabel('Which email do you use?');
  await provider.selectOption('Microsoft 365 (Outlook)');
  await page.getByText('Messages are sent through smtp.office365.com.').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Enter the email address of the mailbox.').waitFor();
  await provider.selectOption('Another provider');
  await expect(page.getByLabel('Secure connection')).toHaveValue('tls');
  await expect(page.getByLabel('Port')).toHaveValue('465');
  await page.getByLabel('Outgoing mail server').fill('127.0.0.1');
  await page.getByLabel('Secure connection').selectOption('none');
  await page.getByLabel('Port').fill(String(server.port));
  await page.getByLabel('User name').fill('team');
  await page.getByLabel('Password', { exact: true }).fill('a wrong one');
  await page.getByLabel('Sender address').fill('team@mills.test');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  // Saving sends a test message; its failure is shown at the field.
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toHaveAccessibleDescription(/127\.0\.0\.1 refused the user name or the password\./);
  await expect(password).toBeFocused();
  await page
    .getByText('The settings are saved, but the test failed. Correct the marked field and save again.')
    .waitFor();
  await expect(page.getByText('A test message is being sent to you.')).toHaveCount(0, { timeout: 2000 });
  expect(await findViolations(page)).toEqual([]);
  await password.fill('monsoon-77');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText(`The message was accepted for ${owner.email}.`).waitFor();
  await expect(password).toHaveValue('');
  await page.getByRole('button', { name: 'Send a test message' }).click();
  await expect.poll(() => server.taken.map(({ to }) => to)).toEqual([[owner.email], [owner.email]]);

  await page.getByRole('link', { name: 'Show the outbox' }).click();
  await page.getByText('All messages have been sent.').waitFor();
  await page.getByText('Email is not set up').waitFor({ state: 'detached' });

  // The settings of the site lead there too, and say how it is.
  await page.goto(`${product.stack.url}/admin/content?section=site`);
  const settings = page.getByRole('region', { name: 'Email and backups' });
  await settings.getByText('Email works.').waitFor();
  await settings.getByText(/^(?:Last backup|No backup was made)/).waitFor();
  expect(await findViolations(settings)).toEqual([]);
  await settings.getByRole('link', { name: 'Open Email settings' }).click();
  await page.getByRole('heading', { level: 1, name: 'Email settings' }).waitFor();
});
