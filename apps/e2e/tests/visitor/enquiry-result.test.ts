import type { Locator, Page } from '@playwright/test';
import { runAxe } from '../../support/axe.ts';
import { getDialogParts, openDialog, sendPath, success } from '../../support/enquiry.ts';
import { expect, test } from '../../support/fixtures.ts';
import { renderAllSections } from '../../support/site-pages.ts';
import { expectInView } from '../../support/visibility.ts';
import { runClock, settle, visit } from '../../support/visit.ts';

const phone = { width: 360, height: 780 };
const laptop = { width: 1366, height: 657 };
const reply = { json: { success: true, message: success, reference: 'ENQ-TEST' } };

/** Opens the dialog with the bottom bar of phones. */
async function openByBar(page: Page) {
  await page.locator('#about').evaluate((section) => section.scrollIntoView({ behavior: 'instant' }));
  const opener = page.locator('.sticky-bar').getByRole('link', { name: 'Enquire' });
  await opener.click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  return { opener, dialog, ...getDialogParts(dialog) };
}

/** Fills all fields, which scrolls the dialog to its end. */
async function fillAll(dialog: Locator) {
  await dialog.getByLabel(/Your name/).fill('Founder One');
  await dialog.getByLabel(/Mobile number/).fill('+919876543210');
  await dialog.getByLabel(/Company size/).selectOption('51-200');
  await dialog.getByLabel(/Industry/).fill('Textiles');
  await dialog.getByLabel(/What would you like help with/).fill('Two shifts, no plan');
}

for (const { view, isAll } of [
  { view: phone, isAll: false },
  { view: phone, isAll: true },
  { view: laptop, isAll: false },
  { view: laptop, isAll: true },
]) {
  test(`the result of an enquiry is in view: ${view.width} px, all fields: ${isAll}`, async () => {
    const page = await visit({ viewport: view, isClockStopped: true });
    const isPhone = view === phone;
    const { opener, dialog, company, email, send, status } = await (isPhone ? openByBar(page) : openDialog(page));
    await company.fill('Kaveri Mills');
    await email.fill('founder@example.com');
    if (isAll) await fillAll(dialog);

    await page.route(sendPath, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
    await send.click();
    await status.filter({ hasText: 'Failed to send request' }).waitFor();
    await expectInView(status);

    await page.route(sendPath, (route) => route.fulfill(reply), { times: 1 });
    await send.click();
    await status.filter({ hasText: success }).waitFor();
    await expectInView(status);
    await expect(dialog.locator('.knot')).toBeInViewport({ ratio: 1 });

    await page.mouse.move(2, 2);
    await runClock(page, 1200);
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => opener.evaluate((link) => link === document.activeElement)).toBe(true);
    await expectInView(opener);
    const note = page.locator('.opener-note');
    await expectInView(note);
    expect(await note.textContent()).toContain(success);
    // Only one live region announces it.
    const told = page.locator('[role=status], [role=alert], [aria-live]').filter({ hasText: success });
    expect(await told.count()).toBe(1);
    // The message over the page closes by itself; the one inside the page stays.
    await page.clock.runFor(30_000);
    await expect(note).toHaveCount(0);
    expect(await told.count()).toBe(1);
  });
}

test('an enquiry from the menu is confirmed at the bottom of the window until the visitor closes the message', async () => {
  const page = await visit({ viewport: phone });
  await page.route(sendPath, (route) => route.fulfill(reply));
  const menu = page.locator('.menu-button');
  await menu.click();
  await page.locator('#site-menu').getByRole('link', { name: 'Enquire' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await settle(page);
  const { company, email } = getDialogParts(dialog);
  await company.fill('Kaveri Mills');
  await email.fill('founder@example.com');
  const sent = page.waitForRequest(sendPath);
  await email.press('Enter');
  expect((await sent).postDataJSON()).toMatchObject({ origin: 'Enquire', originSection: 'header' });
  await dialog.waitFor({ state: 'hidden' });
  // The link that was clicked is gone with the menu.
  await expect.poll(() => menu.evaluate((button) => button === document.activeElement)).toBe(true);
  const note = page.locator('.opener-note');
  await expectInView(note);
  await menu.click();
  await expectInView(note);
  await note.getByRole('button', { name: 'Close' }).click();
  await expect(note).toHaveCount(0);
});

test('a response after the dialog was closed is confirmed in view', async () => {
  const page = await visit({ viewport: laptop });
  const arrived = Promise.withResolvers<void>();
  await page.route(sendPath, async (route) => {
    await arrived.promise;
    await route.fulfill(reply);
  });
  const { dialog, company, email, send } = await openDialog(page);
  await company.fill('Kaveri Mills');
  await email.fill('founder@example.com');
  await send.click();
  await page.getByRole('button', { name: 'Sending...' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  arrived.resolve();
  await expectInView(page.locator('.opener-note'));
});

test('a message that was touched stays until it is closed; a focused one as long as it has the focus', async () => {
  const page = await visit({ viewport: phone, hasTouch: true, isClockStopped: true });
  await page.route(sendPath, (route) => route.fulfill(reply));
  const { dialog, company, email, status } = await openByBar(page);
  const send = async () => {
    await company.fill('Kaveri Mills');
    await email.fill('founder@example.com');
    await email.press('Enter');
    await status.filter({ hasText: success }).waitFor();
  };
  await send();
  for (const part of [status, dialog.getByRole('link', { name: 'WhatsApp' })]) {
    await part.focus();
    await runClock(page, 3000);
    expect(await dialog.isVisible()).toBe(true);
  }
  await dialog.getByRole('button', { name: 'Close' }).focus();
  await runClock(page, 1200);
  await dialog.waitFor({ state: 'hidden' });

  await page.locator('.sticky-bar').getByRole('link', { name: 'Enquire' }).press('Enter');
  await dialog.waitFor();
  await send();
  await status.tap();
  await page.keyboard.press('Tab');
  await runClock(page, 5000);
  expect(await dialog.isVisible()).toBe(true);
  await dialog.getByRole('button', { name: 'Close' }).tap();
  // It is hidden immediately and closed one frame of the paused clock later.
  expect(await dialog.evaluate((element) => getComputedStyle(element).opacity)).toBe('0');
  expect(await dialog.evaluate((element) => (element as HTMLDialogElement).open)).toBe(true);
  await runClock(page, 50);
  await dialog.waitFor({ state: 'hidden' });
});

test('reopening a draft does not renew its age', async () => {
  const page = await visit({ viewport: laptop, isClockStopped: true });
  await page.route(sendPath, (route) => route.fulfill(reply));
  const first = await openDialog(page);
  await first.company.fill('Kaveri Mills');
  await first.email.fill('founder@example.com');
  await runClock(page, 4000);
  await page.keyboard.press('Escape');
  await first.dialog.waitFor({ state: 'hidden' });
  const again = await openDialog(page);
  const sent = page.waitForRequest(sendPath);
  await again.email.press('Enter');
  expect(Number((await sent).postDataJSON().filledMs)).toBeGreaterThanOrEqual(4000);
  await again.status.filter({ hasText: success }).waitFor();
});

for (const [width, colorScheme] of [
  [360, 'light'],
  [1440, 'dark'],
] as const) {
  test(`after success the dialog shows reference, time of the reply and next steps, ${width} px`, async () => {
    const page = await visit({ viewport: { width, height: 740 }, colorScheme });
    const dueAt = '2026-11-23T13:00:00.000Z';
    await page.route(sendPath, (route) => route.fulfill({ json: { ...reply.json, dueAt } }));
    const { dialog, company, email, status } = await openDialog(page);
    await company.fill('Kaveri Mills');
    await email.fill('founder@example.com');
    await email.press('Enter');
    await status.filter({ hasText: success }).waitFor();
    // The dialog stays open under the pointer.
    await status.hover();
    await expect(status).toContainText('Your reference: ENQ-TEST');
    await expect(status).toContainText(/Mon,? 23 Nov,? 6:30\spm IST/);
    await expect(dialog.getByText('What happens next')).toBeVisible();
    await expect(dialog.getByRole('link', { name: 'WhatsApp' })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport();
    const isShown = () => email.evaluate((field) => field.checkVisibility({ opacityProperty: true }));
    expect(await isShown()).toBe(false);
    expect(await runAxe(dialog)).toEqual([]);
    // The visitor types on: the form is back.
    await email.press('A');
    await expect.poll(isShown).toBe(true);
  });
}

test('the message after an enquiry does not move the page', async () => {
  const page = await visit({ viewport: laptop });
  await page.route(sendPath, (route) => route.fulfill(reply));
  await renderAllSections(page);
  const opener = page.locator('#hiring .service-ask');
  await opener.focus();
  // One part above the message that stays in the page, and two below it.
  const measure = () =>
    page
      .locator('#setup, .faq, .site-footer')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top + scrollY));
  const before = await measure();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  const { company, email } = getDialogParts(dialog);
  await company.fill('Kaveri Mills');
  await email.fill('founder@example.com');
  await email.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await expectInView(page.locator('.opener-note'));
  expect(before).toHaveLength(3);
  expect(await measure()).toEqual(before);
});
