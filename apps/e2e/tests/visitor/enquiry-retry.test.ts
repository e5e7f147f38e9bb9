import type { Route } from '@playwright/test';
import { countEnquiries, sendPath, success } from '../../support/enquiry.ts';
import { expect, test } from '../../support/fixtures.ts';
import { answer, fillDialog, gaveUp, listStored, offline, pending } from '../../support/pending-enquiry.ts';
import { runClock, settle } from '../../support/visit.ts';

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
  await page.route(sendPath, () => {}, { times: 1 });
  await send.click();
  await expect.poll(() => attempts.length).toBe(1);
  await runClock(page, 29_500);
  await expect(status).not.toHaveText(pending);
  await runClock(page, 500);
  await expect(status).toHaveText(pending);
  await runClock(page, 2000);
  await expect(status).toContainText(success);
  expect(attempts).toHaveLength(2);
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
  // The draft stays for another attempt.
  expect(await page.evaluate(() => [...Object.keys(sessionStorage), ...Object.keys(localStorage)])).toEqual([
    'enquiry-draft',
  ]);
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
