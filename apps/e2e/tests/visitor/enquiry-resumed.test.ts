import { countEnquiries, openDialog, sendPath, success } from '../../support/enquiry.ts';
import { expect, test } from '../../support/fixtures.ts';
import { fillDialog, gaveUp, listStored, pending, recordAttempts, sendOffline } from '../../support/pending-enquiry.ts';
import { runClock, runFirstFrames, siteUrl } from '../../support/visit.ts';

test('a closed dialog, a reload and another page continue', async () => {
  const before = await countEnquiries('Reloading Mills');
  const { page, attempts, dialog, goOnline } = await sendOffline('Reloading Mills');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await runClock(page, 100);
  await dialog.waitFor({ state: 'hidden' });
  await expect(page.locator('.opener-note')).toContainText(pending);

  await page.reload();
  await runFirstFrames(page);
  await expect(page.locator('#contact-status')).toHaveText(pending);
  await expect.poll(() => attempts.length).toBe(2);
  await page.goto(`${siteUrl}/privacy/`);
  await runFirstFrames(page);
  await expect.poll(() => attempts.length).toBe(3);
  await page.goto(`${siteUrl}/`);
  await runFirstFrames(page);
  await expect.poll(() => attempts.length).toBe(4);
  const again = await openDialog(page);
  await expect(again.status).toHaveText(pending);
  await expect(again.company).toHaveValue('Reloading Mills');
  await goOnline();
  await runClock(page, 2000);
  await expect(again.status).toContainText(success);
  expect(new Set(attempts.map(({ key }) => key)).size).toBe(1);
  expect(await countEnquiries('Reloading Mills')).toBe(before + 1);
});

test('an enquiry is kept on the device only if the visitor asks, and for seven days', async () => {
  const before = await countEnquiries('Keeping Mills');
  const { page, context, keep } = await sendOffline('Keeping Mills');
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
  await runFirstFrames(later);
  await expect.poll(() => attempts.length).toBe(1);
  await expect(later.locator('#contact-status')).toHaveText(pending);
  await expect((await openDialog(later)).dialog.getByRole('checkbox', { name: /Keep on this device/ })).toBeChecked();
  await later.close();

  const tooLate = await context.newPage();
  await tooLate.clock.install({ time: '2026-11-28T05:10:00Z' });
  await tooLate.goto(siteUrl);
  await runFirstFrames(tooLate);
  await tooLate.locator('.hero').hover();
  await expect.poll(() => listStored(tooLate)).toEqual([false, false]);
  expect(await countEnquiries('Keeping Mills')).toBe(before);
});

test('another page shows a refusal and keeps the enquiry for the landing page', async () => {
  const { page, context, keep, goOnline } = await sendOffline('Refused Elsewhere Mills');
  await keep.check();
  await page.close();

  const later = await context.newPage();
  await goOnline();
  await context.route(sendPath, (route) => route.fulfill({ status: 429, json: { message: 'Too many enquiries.' } }));
  await later.goto(`${siteUrl}/privacy/`);
  await runFirstFrames(later);
  const outcome = later.locator('.enquiry-status');
  await expect(outcome).toHaveText('Too many enquiries.');
  await outcome.scrollIntoViewIfNeeded();
  await expect(outcome).toBeInViewport();
  expect(await listStored(later)).toEqual([false, true]);

  await later.goto(siteUrl);
  await runFirstFrames(later);
  await expect(later.locator('#contact-status')).toHaveText('Too many enquiries.');
});

test('another page shows the success, and then neither the enquiry nor its draft is stored', async () => {
  const before = await countEnquiries('Sent Elsewhere Mills');
  const { page, goOnline } = await sendOffline('Sent Elsewhere Mills');
  await goOnline();
  await page.goto(`${siteUrl}/privacy/`);
  await runFirstFrames(page);
  await expect(page.locator('.enquiry-status')).toContainText(success);
  expect(await page.evaluate(() => [...Object.keys(sessionStorage), ...Object.keys(localStorage)])).toEqual([]);
  expect(await countEnquiries('Sent Elsewhere Mills')).toBe(before + 1);
});

test('another page shows that an enquiry was kept for more than seven days without being sent', async () => {
  const { page, context, keep } = await sendOffline('Late Elsewhere Mills');
  await keep.check();
  await page.close();
  const later = await context.newPage();
  await later.clock.install({ time: '2026-11-28T05:10:00Z' });
  await later.goto(`${siteUrl}/privacy/`);
  await runFirstFrames(later);
  await expect(later.locator('.enquiry-status')).toHaveText(gaveUp);
  expect(await listStored(later)).toEqual([false, false]);
});

test('a draft that is older than seven days is not filled in again', async () => {
  const { page } = await fillDialog('Forgotten Mills');
  const listDrafts = () => page.evaluate(() => Object.keys(sessionStorage));
  expect(await listDrafts()).toEqual(['enquiry-draft']);
  await page.clock.fastForward(7 * 24 * 60 * 60_000 + 1000);
  await page.reload();
  await runFirstFrames(page);
  const { company } = await openDialog(page);
  await expect(company).toHaveValue('');
  expect(await listDrafts()).toEqual([]);
});

test('a second enquiry does not remove one that is kept on the device', async () => {
  const before = await countEnquiries('First Mills');
  const { page, company, send, status, keep, goOnline } = await sendOffline('First Mills');
  await keep.check();
  await goOnline();
  await company.fill('Second Mills');
  await send.click();
  await expect(status).toContainText(success);
  expect(await listStored(page)).toEqual([false, true]);
  await page.goto(`${siteUrl}/privacy/`);
  await runFirstFrames(page);
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
  await runFirstFrames(page);
  await expect(page.locator('#contact-status')).toHaveText(pending);
  await expect.poll(() => attempts.length).toBe(2);
  expect(attempts[1]).toEqual(attempts[0]);
});
