import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { findViolations, openScreen } from '../support/admin-screen.ts';
import { runAxe } from '../support/axe.ts';
import { openPage } from '../support/browser.ts';
import { sendEnquiry } from '../support/enquiry.ts';
import { expect, test } from '../support/fixtures.ts';
import { call } from '../support/session.ts';
import { readMails, until } from '../support/stack.ts';
import { useProduct } from '../support/use-product.ts';

const product = useProduct();

const mailWith = (words: string) =>
  until(`a message holds "${words}"`, () => readMails(product.stack.dataDir).find((mail) => mail.includes(words)));

async function download(page: Page, button: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
  return readFileSync(await file.path(), 'utf8');
}

test('an enquiry is found, read, assigned, gets a note and a reply with its reference', async () => {
  const hostile = '<img src=x onerror="document.title=1">';
  const reference = await sendEnquiry(product, {
    companyName: 'Example Mills',
    contactName: 'Sender',
    email: 'sender@example.org',
    phone: '98765 43210',
    consentWhatsapp: true,
    message: `=1+1 ${hostile}`,
  });
  await sendEnquiry(product, { companyName: 'Another Works', email: 'another@example.org', phone: '91234 56789' });
  const { page } = await openScreen(product, '/admin/enquiries');
  await page.getByRole('button', { name: /Another Works/ }).waitFor();
  await page.getByRole('searchbox', { name: 'Search' }).fill('mills');
  await page.getByRole('button', { name: /Another Works/ }).waitFor({ state: 'detached' });
  expect(await download(page, 'Export this list')).toContain(`"'=1+1`);

  await page.getByRole('button', { name: /Example Mills/ }).click();
  const enquiry = page.getByRole('article', { name: 'Enquiry of Example Mills' });
  await enquiry.getByText(reference).first().waitFor();
  // Visitors' input is rendered as text.
  await enquiry.getByText(hostile).waitFor();
  await enquiry.getByText(/Reply due/).waitFor();
  await until('opening is reading', async () => (await enquiry.getByLabel('Status').inputValue()) === 'read');

  await enquiry.getByLabel('Add a note').fill('Called, call again on Monday.');
  await enquiry.getByRole('button', { name: 'Save note' }).click();
  await enquiry.getByRole('listitem').getByText('Called, call again on Monday.').waitFor();
  const assignee = enquiry.getByLabel('Assigned to');
  const [, me = ''] = await assignee
    .locator('option')
    .evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value));
  await assignee.selectOption(me);
  const chat = await enquiry.getByRole('link', { name: 'WhatsApp' }).getAttribute('href');
  expect(chat).toMatch(/^https:\/\/wa\.me\/919876543210\?text=/);
  expect(decodeURIComponent(chat ?? '')).toContain(reference);

  await enquiry.getByRole('button', { name: 'Reply by email' }).click();
  await enquiry
    .getByText('this site cannot send your reply. Send it from your own email app, by WhatsApp or by phone')
    .waitFor();
  await enquiry.getByLabel('Message').fill('We shall call you on Monday.');
  await enquiry.getByRole('button', { name: 'Keep it in the outbox' }).click();
  const mail = await mailWith('We shall call you on Monday.');
  expect(mail).toContain('To: sender@example.org');
  expect(mail).toContain(reference);
  // It was not delivered, so it counts as no reply, and its text can be used again.
  await enquiry.getByText(/^Reply of \d.*(pending|email is not set up)/).click();
  await enquiry.getByText('We shall call you on Monday.').waitFor();
  await expect(enquiry.getByLabel('Status')).toHaveValue('read');
  await enquiry.getByText('Reply written, not sent yet').waitFor();
  // The state stays after other changes and a reload.
  await enquiry.getByLabel('Add a note').fill('The reply waits.');
  await enquiry.getByRole('button', { name: 'Save note' }).click();
  await enquiry.getByRole('listitem').getByText('The reply waits.').waitFor();
  await page.reload();
  await enquiry.getByText('Reply written, not sent yet').waitFor();
});

test('a reply to an enquiry that a colleague closes meanwhile is kept and can still be sent', async () => {
  const { page } = await openScreen(product, '/admin/enquiries?status=read');
  await page.getByRole('button', { name: /Example Mills/ }).click();
  const enquiry = page.getByRole('article', { name: 'Enquiry of Example Mills' });
  await enquiry.getByRole('button', { name: 'Reply by email' }).click();
  await page
    .getByRole('dialog', { name: 'A reply is already waiting' })
    .getByRole('button', { name: 'Write a new reply' })
    .click();
  await enquiry.getByLabel('Message').fill('We have begun.');
  // Searching meanwhile discards nothing and asks nothing.
  await page.getByLabel('Search', { exact: true }).fill('mills');
  await page.waitForURL(/q=mills/);
  await expect(enquiry.getByLabel('Message')).toHaveValue('We have begun.');
  await enquiry.getByLabel('Status').selectOption('closed');
  const question = page.getByRole('dialog', { name: /has not received your reply yet\.$/ });
  await question.getByRole('button', { name: 'Close and keep the reply' }).click();
  await until('it is closed', async () => (await enquiry.getByLabel('Status').inputValue()) === 'closed');
  await enquiry.getByRole('button', { name: 'Keep it in the outbox' }).click();
  await enquiry
    .getByRole('alert')
    .getByText(/set this enquiry to closed on .* IST/)
    .waitFor();
  await expect(enquiry.getByLabel('Message')).toHaveValue('We have begun.');
  await enquiry.getByRole('button', { name: 'Send anyway' }).click();
  const first = enquiry.getByRole('listitem').filter({ hasText: 'We shall call you on Monday.' });
  await first.getByText(/deleted from the outbox/).waitFor();
  // Its button appears once it is written to a file.
  const second = enquiry.getByRole('listitem').filter({ hasText: 'We have begun.' });
  await second.getByRole('button', { name: 'Edit this reply' }).click();
  await expect(enquiry.getByLabel('Message')).toHaveValue('We have begun.');
});

test('a reply by phone is recorded with one confirmation: the due date ends, and the audit log names the user', async () => {
  const { page } = await openScreen(product, '/admin/enquiries?status=closed');
  await page.getByRole('button', { name: /Example Mills/ }).click();
  const enquiry = page.getByRole('article', { name: 'Enquiry of Example Mills' });
  await enquiry.getByRole('button', { name: 'Mark as replied' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark and delete the reply' }).click();
  await expect(enquiry.getByLabel('Status')).toHaveValue('replied');
  await enquiry.getByText(/^Answered in/).waitFor();
  await enquiry.getByRole('button', { name: 'Mark as replied' }).waitFor({ state: 'detached' });
  // The button is gone, and the focus is preserved.
  await expect.poll(() => enquiry.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.goto(`${product.stack.url}/admin/log?area=enquiry`);
  await page
    .getByRole('listitem')
    .filter({ hasText: /marked the enquiry .+ as replied/ })
    .first()
    .waitFor();
});

test('the mail screen says that messages are files, dismisses one, and runs the self-test', async () => {
  const { page } = await openScreen(product, '/admin/enquiries?view=mail');
  await page.getByText(/Email is not set up/).waitFor();
  await page
    .getByRole('button', { name: /^Show message: Alert about a new enquiry/ })
    .first()
    .click();
  await page.getByText('Open it in the admin:').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Delete without sending:' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete without sending' }).click();
  await page.getByRole('button', { name: 'Send a test enquiry' }).click();
  const steps = page.getByRole('status');
  await steps.getByText('Email', { exact: true }).waitFor();
  await expect(steps.getByText('OK', { exact: true })).toHaveCount(3);
  await page.goto(`${product.stack.url}/admin/log?area=mail`);
  await page
    .getByText(/deleted from the outbox: .+ \(ENQ-/)
    .first()
    .waitFor();
});

test('a newsletter subscriber confirms the address, is listed and exported', async () => {
  await call(`${product.stack.url}/api/newsletter`, { method: 'POST', json: { email: 'reader@example.org' } });
  const link = /http\S+\/api\/newsletter\/confirm\?token=[\w-]+/.exec(await mailWith('/api/newsletter/confirm'))?.[0];
  const { page } = await openPage(product.browser);
  await page.goto(link ?? '');
  await page.getByRole('button').click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.context().close();

  const screen = await openScreen(product, '/admin/enquiries?view=newsletter');
  await screen.page.getByRole('heading', { name: '1 subscriber', exact: true }).waitFor();
  expect(await download(screen.page, 'Export the confirmed addresses')).toContain('"reader@example.org"');
  await screen.page.context().close();
});

test('a visitor views, downloads and erases personal data, and the admin shows the record of the erasure', async () => {
  await sendEnquiry(product, { companyName: 'Gone Traders', email: 'gone@example.org' });
  const { page } = await openPage(product.browser);
  await page.goto(`${product.stack.url}/privacy/`);
  await page.getByRole('link', { name: /^See, correct or delete your details/ }).click();
  await page.getByLabel(/email/i).waitFor();
  expect(await runAxe(page)).toEqual([]);
  await page.getByLabel(/email/i).fill('gone@example.org');
  await page.getByRole('button').click();
  await page.getByRole('heading', { level: 1 }).waitFor();

  const link = /http\S+\/api\/my-data\/view\?token=[\w-]+/.exec(await mailWith('/api/my-data/view'))?.[0] ?? '';
  await page.goto(link);
  await page.getByText('Gone Traders').waitFor();
  expect(await runAxe(page)).toEqual([]);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as a file' }).click(),
  ]);
  expect(readFileSync(await file.path(), 'utf8')).toContain('Gone Traders');
  await page.getByText('Delete everything').click();
  await page.getByRole('button', { name: 'Yes, delete it for good' }).click();
  await page.getByText('Gone Traders').waitFor({ state: 'detached' });
  await page.goto(`${product.stack.url}/api/my-data/view?token=nonsense`);
  expect(await runAxe(page)).toEqual([]);
  await page.context().close();

  const screen = await openScreen(product, '/admin/enquiries?view=privacy');
  await screen.page.getByText('Erased by the person').waitFor();
  await screen.page.getByLabel('Email address', { exact: true }).fill('gone@example.org');
  await screen.page.getByRole('button', { name: 'Find' }).click();
  await screen.page.getByText('There is no data for this address.').waitFor();
  await screen.page.getByLabel('Email address', { exact: true }).fill('another@example.org');
  await screen.page.getByRole('button', { name: 'Find' }).click();
  expect(await download(screen.page, 'Export')).toContain('Another Works');
  await screen.page.getByRole('button', { name: 'Erase everything' }).click();
  await screen.page.getByRole('dialog').getByRole('button', { name: 'Erase everything', exact: true }).click();
  await screen.page.getByText('Erased in the admin').waitFor();
  await screen.page.getByRole('status').getByText('Erased: 1 enquiry').waitFor();
  await screen.page.context().close();
});

test('the audit log is filtered by person and kind', async () => {
  const { page } = await openScreen(product, '/admin/');
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('heading', { name: 'Audit log' }).waitFor();
  await page.getByLabel('What').selectOption('privacy');
  await page.getByText('searched for a person').first().waitFor();
  await page.getByText('signed in').waitFor({ state: 'detached' });
  await page.getByRole('combobox', { name: 'Who', exact: true }).selectOption('system');
  await page.getByText('searched for a person').first().waitFor({ state: 'detached' });
  expect(await runAxe(page)).toEqual([]);
  expect(await download(page, 'Export this list')).toContain('"privacy.erased"');
});
