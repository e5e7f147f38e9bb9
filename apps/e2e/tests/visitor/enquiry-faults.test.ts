import type { Route } from '@playwright/test';
import { countEnquiries, openDialog, sendPath, success } from '../../support/enquiry.ts';
import { expect, test } from '../../support/fixtures.ts';
import { siteUrl, visit } from '../../support/visit.ts';

async function fillDialog(companyName: string) {
  const page = await visit();
  const parts = await openDialog(page);
  await parts.company.fill(companyName);
  await parts.email.fill('founder@example.com');
  await parts.message.fill('What was typed');
  return { page, ...parts };
}

for (const [title, fault, text] of [
  [
    'a refusal with a reason',
    (route) => route.fulfill({ status: 422, json: { success: false, message: 'Company name is required' } }),
    'Company name is required',
  ],
  ['a refusal without a reason', (route) => route.fulfill({ status: 500, json: {} }), 'Failed to send request'],
  [
    'a reply that is no JSON',
    (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Welcome to nginx</h1>' }),
    'Invalid response from server',
  ],
] as [string, (route: Route) => Promise<void>, string][]) {
  test(`spec §8: ${title} has its text, and nothing typed is lost`, async () => {
    const before = await countEnquiries('Faulty Mills');
    const { page, dialog, company, message, send, status, email } = await fillDialog('Faulty Mills');
    await page.route(sendPath, fault, { times: 1 });
    await send.click();
    await expect(status).toHaveText(text);
    await expect(dialog).toBeVisible();
    expect([await company.inputValue(), await email.inputValue(), await message.inputValue()]).toEqual([
      'Faulty Mills',
      'founder@example.com',
      'What was typed',
    ]);
    expect(await countEnquiries('Faulty Mills')).toBe(before);
    // The next attempt succeeds, once.
    await send.click();
    await expect(status).toContainText(success);
    expect(await countEnquiries('Faulty Mills')).toBe(before + 1);
  });
}

test('a double click, and Enter while sending, send once', async () => {
  const before = await countEnquiries('Double Click Mills');
  const { page, company, send, status } = await fillDialog('Double Click Mills');
  const requests: string[] = [];
  page.on('request', (request) => request.url().endsWith('/send-request') && requests.push(request.url()));
  await send.dblclick();
  await company.press('Enter');
  await expect(status).toContainText(success);
  // The form exists until the dialog closes.
  await company.evaluate((input: HTMLInputElement) => input.form?.requestSubmit());
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(requests).toHaveLength(1);
  expect(await countEnquiries('Double Click Mills')).toBe(before + 1);
});

test("too many enquiries from one address: the server's message is shown, nothing is stored, the text is kept", async () => {
  const { page, send, status, company } = await fillDialog('Sixth Mills');
  const address = await page.evaluate(async () => {
    const send = (companyName: string) =>
      fetch('/api/request/send-request', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ companyName, email: 'a@example.com' }),
      });
    const replies: number[] = [];
    for (let index = 0; index < 6; index++) replies.push((await send(`Mills ${index}`)).status);
    return replies;
  });
  expect(address.slice(0, 5)).toEqual([200, 200, 200, 200, 200]);
  expect(address[5]).toBe(429);
  const before = await countEnquiries('Sixth Mills');
  const refused = page.waitForResponse(sendPath);
  await send.click();
  const reply = await refused;
  expect(reply.status()).toBe(429);
  expect(Number(reply.headers()['retry-after'])).toBeGreaterThan(0);
  await expect(status).toHaveText((await reply.json()).message);
  await expect(company).toHaveValue('Sixth Mills');
  expect(await countEnquiries('Sixth Mills')).toBe(before);
});

for (const [title, status] of [
  ['succeeds', 200],
  ['fails', 500],
] as const) {
  test(`an enquiry that ${title} after the dialog was closed is reported on the page, and sent once`, async () => {
    const { page, dialog, send, opener } = await fillDialog('Closed Mills');
    const reply = Promise.withResolvers<void>();
    let calls = 0;
    await page.route(sendPath, async (route) => {
      calls++;
      await reply.promise;
      await route.fulfill({ status, json: status === 200 ? { success: true, reference: 'ENQ-1' } : {} });
    });
    await send.click();
    await page.getByRole('button', { name: 'Sending...' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    reply.resolve();
    const told = page.locator('#contact-status');
    await expect(told).toContainText(status === 200 ? success : 'Failed to send request');
    await expect(told).toHaveAttribute('role', 'status');
    await opener.press('Enter');
    await dialog.waitFor();
    await expect(dialog.getByLabel(/Company name/)).toHaveValue(status === 200 ? '' : 'Closed Mills');
    expect(calls).toBe(1);
  });
}

test('a broken body is refused, and nothing is stored', async () => {
  const before = await countEnquiries('Broken Body Mills');
  const reply = await fetch(`${siteUrl}/api/request/send-request`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"companyName": "Broken Body Mills", "email": ',
  });
  expect(reply.status).toBe(400);
  expect(await countEnquiries('Broken Body Mills')).toBe(before);
});
