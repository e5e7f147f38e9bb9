import type { Page, Route } from '@playwright/test';
import { countEnquiries, openDialog, sendPath, success } from '../../support/enquiry.ts';
import { expect, test } from '../../support/fixtures.ts';
import { runClock, settle, siteUrl, visit } from '../../support/visit.ts';

const pending = 'Not sent yet. We keep trying while this tab is open.';
const gaveUp = 'Failed to send request. Please try again later.';

/** Opens the dialog with a paused clock, fills it, and records the requests of the form. */
async function fillDialog(companyName: string, options: Parameters<typeof visit>[0] = {}) {
  const page = await visit({ isClockStopped: true, ...options });
  const attempts = recordAttempts(page);
  const parts = await openDialog(page);
  await parts.company.fill(companyName);
  // The API accepts ten enquiries of an address a day.
  await parts.email.fill(`${companyName.toLowerCase().replaceAll(' ', '-')}@example.com`);
  await parts.message.fill('What was typed');
  return { page, attempts, ...parts };
}

function recordAttempts(page: Page) {
  const attempts: { key: string | undefined; body: string | null }[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/send-request'))
      attempts.push({ key: request.headers()['idempotency-key'], body: request.postData() });
  });
  return attempts;
}

const offline = (route: Route) => route.abort('internetdisconnected');
const answer =
  (status: number, headers: Record<string, string> = {}) =>
  (route: Route) =>
    route.fulfill({ status, headers, contentType: 'text/html', body: '<h1>Bad gateway</h1>' });
const listStored = (page: Page) =>
  page.evaluate(() =>
    [sessionStorage, localStorage].map((storage) =>
      Object.keys(storage).some((entry) => entry.startsWith('pending-enquiry')),
    ),
  );

test('while the server cannot be reached the enquiry waits, and is then sent once', async () => {
  const before = await countEnquiries('Waiting Mills');
  const { page, attempts, dialog, company, message, send, status } = await fillDialog('Waiting Mills');
  const faults = [offline, answer(408), answer(502), answer(503), answer(504)];
  await page.route(sendPath, (route) => (faults.shift() ?? ((each) => each.continue()))(route));
  await send.click();
  await expect(status).toHaveText(pending);
  // Nothing typed is lost, and the focus stays.
  expect([await company.inputValue(), await message.inputValue()]).toEqual(['Waiting Mills', 'What was typed']);
  await expect(send).toBeFocused();
  await expect(dialog.getByRole('link', { name: '+91 98765 43210' })).toHaveAttribute('href', 'tel:+919876543210');
  await expect(dialog.getByRole('link', { name: 'care@threadline.in' })).toBeVisible();
  expect(await listStored(page)).toEqual([true, false]);
  // The pauses before the attempts.
  for (const [index, pauseMs] of [2000, 5000, 15_000, 60_000, 60_000].entries()) {
    await runClock(page, pauseMs - 500);
    expect(attempts).toHaveLength(index + 1);
    await runClock(page, 500);
    await expect.poll(() => attempts.length).toBe(index + 2);
    if (index < 4) await expect(status).toHaveText(pending);
  }
  await expect(status).toContainText(success);
  await expect(dialog.getByRole('link', { name: '+91 98765 43210' })).toBeHidden();
  expect(attempts).toEqual(attempts.map(() => attempts[0]));
  expect(await countEnquiries('Waiting Mills')).toBe(before + 1);
  expect(await listStored(page)).toEqual([false, false]);
});

test('a lost response does not create a second enquiry', async () => {
  const before = await countEnquiries('Lost Reply Mills');
  const { page, send, status } = await fillDialog('Lost Reply Mills');
  const lose = async (route: Route) => {
    await route.fetch();
    await route.abort('connectionreset');
  };
  await page.route(sendPath, lose, { times: 1 });
  await send.click();
  await expect(status).toHaveText(pending);
  expect(await countEnquiries('Lost Reply Mills')).toBe(before + 1);
  await runClock(page, 2000);
  await expect(status).toContainText(success);
  expect(await countEnquiries('Lost Reply Mills')).toBe(before + 1);
});

test('an attempt that is not answered within 30 s has failed', async () => {
  const { page, attempts, send, status } = await fillDialog('Slow Mills');
  const limits = await page.evaluateHandle(() => {
    const found: number[] = [];
    const { timeout } = AbortSignal;
    AbortSignal.timeout = (limitMs) => {
      found.push(limitMs);
      AbortSignal.timeout = timeout;
      return AbortSignal.abort(new DOMException('Too late.', 'TimeoutError'));
    };
    return found;
  });
  await send.click();
  await expect(status).toHaveText(pending);
  await runClock(page, 2000);
  await expect(status).toContainText(success);
  expect([await limits.jsonValue(), attempts.length]).toEqual([[30_000], 1]);
});

test('Retry-After decides when the next attempt is made; until then neither the network nor the tab causes one', async () => {
  const { page, attempts, send, status } = await fillDialog('Patient Mills');
  const wake = () =>
    page.evaluate(() => {
      dispatchEvent(new Event('online'));
      document.dispatchEvent(new Event('visibilitychange'));
    });
  await page.route(sendPath, answer(503, { 'retry-after': '30' }), { times: 1 });
  await send.click();
  await expect(status).toHaveText(pending);
  await wake();
  await runClock(page, 29_000);
  expect(attempts).toHaveLength(1);
  await page.route(sendPath, offline, { times: 2 });
  await runClock(page, 1000);
  await expect.poll(() => attempts.length).toBe(2);
  await settle(page);
  // Without it, both do.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => attempts.length).toBe(3);
  await settle(page);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(status).toContainText(success);
  expect(attempts).toHaveLength(4);
});

test("a refusal ends the attempts with the server's sentence; Stop trying ends them as well", async () => {
  const { page, attempts, dialog, send, status } = await fillDialog('Refused Mills');
  await page.route(sendPath, offline, { times: 1 });
  await send.click();
  await expect(status).toHaveText(pending);
  const refuse = (route: Route) => route.fulfill({ status: 422, json: { message: 'Company name is required' } });
  await page.route(sendPath, refuse, { times: 1 });
  await runClock(page, 2000);
  await expect(status).toHaveText('Company name is required');
  await runClock(page, 60_000);
  expect(attempts).toHaveLength(2);

  await page.route(sendPath, offline, { times: 1 });
  await send.click();
  await expect(status).toHaveText(pending);
  await dialog.getByRole('button', { name: 'Stop trying' }).click();
  await expect(status).toHaveText(gaveUp);
  await expect(send).toBeFocused();
  await runClock(page, 60_000);
  expect(attempts).toHaveLength(3);
  expect(await listStored(page)).toEqual([false, false]);
});

test('a closed dialog, a reload and another page continue', async () => {
  const before = await countEnquiries('Reloading Mills');
  const { page, attempts, dialog, send, status } = await fillDialog('Reloading Mills');
  await page.route(sendPath, offline);
  await send.click();
  await expect(status).toHaveText(pending);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await runClock(page, 100);
  await dialog.waitFor({ state: 'hidden' });
  await expect(page.locator('.opener-note')).toHaveText(pending);

  await page.reload();
  await expect(page.locator('#contact-status')).toHaveText(pending);
  await expect.poll(() => attempts.length).toBe(2);
  await page.goto(`${siteUrl}/privacy/`);
  await expect.poll(() => attempts.length).toBe(3);
  await page.goto(`${siteUrl}/`);
  await expect.poll(() => attempts.length).toBe(4);
  const again = await openDialog(page);
  await expect(again.status).toHaveText(pending);
  await expect(again.company).toHaveValue('Reloading Mills');
  await page.unroute(sendPath);
  await runClock(page, 2000);
  await expect(again.status).toContainText(success);
  expect(new Set(attempts.map(({ key }) => key)).size).toBe(1);
  expect(await countEnquiries('Reloading Mills')).toBe(before + 1);
});

test('an enquiry is kept on the device only if the visitor asks, and for seven days', async () => {
  const before = await countEnquiries('Keeping Mills');
  const { page, dialog, send, status } = await fillDialog('Keeping Mills');
  const context = page.context();
  await context.route(sendPath, offline);
  await send.click();
  await expect(status).toHaveText(pending);
  const keep = dialog.getByRole('checkbox', { name: 'Keep on this device for 7 days' });
  await expect(keep).not.toBeChecked();
  await keep.check();
  expect(await listStored(page)).toEqual([false, true]);
  await runClock(page, 2000);
  expect(await listStored(page)).toEqual([false, true]);
  await page.close();

  const later = await context.newPage();
  const attempts = recordAttempts(later);
  await later.clock.install({ time: '2026-11-27T05:00:00Z' });
  await later.goto(siteUrl);
  await expect.poll(() => attempts.length).toBe(1);
  await expect(later.locator('#contact-status')).toHaveText(pending);
  await expect((await openDialog(later)).dialog.getByRole('checkbox', { name: /Keep on this device/ })).toBeChecked();
  await later.close();

  const tooLate = await context.newPage();
  await tooLate.clock.install({ time: '2026-11-28T05:10:00Z' });
  await tooLate.goto(siteUrl);
  await tooLate.locator('.hero').hover();
  await expect.poll(() => listStored(tooLate)).toEqual([false, false]);
  expect(await countEnquiries('Keeping Mills')).toBe(before);
});

test('another page shows a refusal and keeps the enquiry for the landing page', async () => {
  const { page, dialog, send, status } = await fillDialog('Refused Elsewhere Mills');
  const context = page.context();
  await context.route(sendPath, offline);
  await send.click();
  await expect(status).toHaveText(pending);
  await dialog.getByRole('checkbox', { name: 'Keep on this device for 7 days' }).check();
  await page.close();

  const later = await context.newPage();
  await context.unroute(sendPath);
  await context.route(sendPath, (route) => route.fulfill({ status: 429, json: { message: 'Too many enquiries.' } }));
  await later.goto(`${siteUrl}/privacy/`);
  const outcome = later.locator('.enquiry-status');
  await expect(outcome).toHaveText('Too many enquiries.');
  await outcome.scrollIntoViewIfNeeded();
  await expect(outcome).toBeInViewport();
  expect(await listStored(later)).toEqual([false, true]);

  await later.goto(siteUrl);
  await expect(later.locator('#contact-status')).toHaveText('Too many enquiries.');
});

test('another page shows the success, and then neither the enquiry nor its draft is stored', async () => {
  const before = await countEnquiries('Sent Elsewhere Mills');
  const { page, send, status } = await fillDialog('Sent Elsewhere Mills');
  await page.route(sendPath, offline);
  await send.click();
  await expect(status).toHaveText(pending);
  await page.unroute(sendPath);
  await page.goto(`${siteUrl}/privacy/`);
  await expect(page.locator('.enquiry-status')).toContainText(success);
  expect(await page.evaluate(() => [...Object.keys(sessionStorage), ...Object.keys(localStorage)])).toEqual([]);
  expect(await countEnquiries('Sent Elsewhere Mills')).toBe(before + 1);
});

test('another page shows that an enquiry was kept for more than seven days without being sent', async () => {
  const { page, dialog, send, status } = await fillDialog('Late Elsewhere Mills');
  const context = page.context();
  await context.route(sendPath, offline);
  await send.click();
  await expect(status).toHaveText(pending);
  await dialog.getByRole('checkbox', { name: 'Keep on this device for 7 days' }).check();
  await page.close();
  const later = await context.newPage();
  await later.clock.install({ time: '2026-11-28T05:10:00Z' });
  await later.goto(`${siteUrl}/privacy/`);
  await expect(later.locator('.enquiry-status')).toHaveText(gaveUp);
  expect(await listStored(later)).toEqual([false, false]);
});

test('a second enquiry does not remove one that is kept on the device', async () => {
  const before = await countEnquiries('First Mills');
  const { page, dialog, company, send, status } = await fillDialog('First Mills');
  await page.route(sendPath, offline, { times: 1 });
  await send.click();
  await expect(status).toHaveText(pending);
  await dialog.getByRole('checkbox', { name: 'Keep on this device for 7 days' }).check();
  await company.fill('Second Mills');
  await send.click();
  await expect(status).toContainText(success);
  expect(await listStored(page)).toEqual([false, true]);
  await page.goto(`${siteUrl}/privacy/`);
  await expect(page.locator('.enquiry-status')).toContainText(success);
  expect([await countEnquiries('First Mills'), await listStored(page)]).toEqual([before + 1, [false, false]]);
});

test('an enquiry is stored from the first attempt on', async () => {
  const { page, attempts, send } = await fillDialog('First Attempt Mills');
  await page.route(sendPath, () => {});
  await send.click();
  await expect.poll(() => attempts.length).toBe(1);
  expect(await listStored(page)).toEqual([true, false]);
  await page.reload();
  await expect(page.locator('#contact-status')).toHaveText(pending);
  await expect.poll(() => attempts.length).toBe(2);
  expect(attempts[1]).toEqual(attempts[0]);
});

test('a success that arrives after Stop trying is shown', async () => {
  const { page, dialog, send, status } = await fillDialog('Stopped Mills');
  await page.route(sendPath, offline, { times: 1 });
  await send.click();
  await expect(status).toHaveText(pending);
  let reply = () => {};
  const released = new Promise<void>((resolve) => {
    reply = resolve;
  });
  let isSent = false;
  await page.route(sendPath, async (route) => {
    const response = await route.fetch();
    isSent = true;
    await released;
    await route.fulfill({ response });
  });
  await runClock(page, 2000);
  await expect.poll(() => isSent).toBe(true);
  await dialog.getByRole('button', { name: 'Stop trying' }).click();
  reply();
  await expect(status).toContainText(success);
  await expect(page.locator('#contact-status')).toContainText(success);
});
