import { getDialogParts, openDialog, sendPath, success } from '../../support/enquiry.ts';
import { expect, test } from '../../support/fixtures.ts';
import { runClock, settle, visit, withMotion } from '../../support/visit.ts';

const answer = { json: { success: true, message: success, reference: 'ENQ-TEST' } };

test('the dialog is a modal <dialog> named by its heading; the page behind is inert', async () => {
  const page = await visit();
  const { dialog } = await openDialog(page);
  expect(await dialog.evaluate((element) => [element.tagName, element.matches(':modal')])).toEqual(['DIALOG', true]);
  const title = await dialog.getAttribute('aria-labelledby');
  expect(await page.locator(`h3#${title}`).textContent()).toBe('Tell us about your company');
  const reached = new Set<boolean>();
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press('Tab');
    reached.add(
      await dialog.evaluate(
        (element) => document.activeElement === document.body || element.contains(document.activeElement),
      ),
    );
  }
  expect([...reached]).toEqual([true]);
});

test('every opener opens the dialog, whatever has been loaded by then', async () => {
  const page = await visit();
  const dialog = page.getByRole('dialog');
  const openers = page.locator('main [data-open-contact]');
  const count = await openers.count();
  expect(count).toBeGreaterThanOrEqual(12);
  for (let index = 0; index < count; index++) {
    const opener = openers.nth(index);
    if (!(await opener.isVisible())) continue;
    await opener.focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
  }
});

test('focus starts in the company name and returns to the opener after Escape, Cancel and the backdrop', async () => {
  const page = await visit(withMotion);
  const close = {
    escape: () => page.keyboard.press('Escape'),
    cancel: () => page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click(),
    backdrop: () => page.mouse.click(8, 8),
  };
  for (const [way, act] of Object.entries(close)) {
    const { opener, dialog, company } = await openDialog(page);
    await expect.poll(() => company.evaluate((field) => field === document.activeElement), { message: way }).toBe(true);
    await act();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => opener.evaluate((link) => link === document.activeElement), { message: way }).toBe(true);
  }
});

test('focus that has moved on before the dialog is closed stays there', async () => {
  const page = await visit();
  const { dialog } = await openDialog(page);
  const stays = dialog.evaluate(
    (element: HTMLDialogElement) =>
      new Promise<boolean>((resolve) => {
        const next = document.querySelector<HTMLElement>('footer a');
        element.addEventListener('close', () => setTimeout(() => resolve(document.activeElement === next)));
        element.close();
        next?.focus();
      }),
  );
  expect(await stays).toBe(true);
});

test('typed text is restored after closing, also after a reload', async () => {
  const page = await visit();
  const first = await openDialog(page);
  await first.company.fill('Kaveri Mills');
  await first.message.fill('Two shifts, no plan');
  await page.mouse.click(8, 8);
  await first.dialog.waitFor({ state: 'hidden' });
  const again = await openDialog(page);
  await expect(again.company).toHaveValue('Kaveri Mills');
  await page.reload();
  const later = await openDialog(page);
  await expect(later.message).toHaveValue('Two shifts, no plan');
});

test('a press that begins in a field and ends on the backdrop does not close the dialog', async () => {
  const page = await visit();
  const { dialog, company } = await openDialog(page);
  const box = await company.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
  await page.mouse.down();
  await page.mouse.move(8, 8);
  await page.mouse.up();
  await expect(dialog).toBeVisible();
});

test('fields are marked as required or optional, have autocomplete, and are large enough for a phone', async () => {
  const page = await visit({ viewport: { width: 360, height: 740 } });
  const { dialog } = await openDialog(page);
  // Without the honeypot, and without the boxes, which must be empty by law.
  const typed = 'input:not([hidden], [type=checkbox], [type=hidden]), select, textarea';
  const fields = await dialog.locator(typed).evaluateAll((all) =>
    all.map((field) => {
      const { name, type, inputMode, autocomplete, required, labels } = field as HTMLInputElement;
      const label = labels?.[0]?.textContent ?? '';
      const fontSize = Number.parseFloat(getComputedStyle(field).fontSize);
      return { name, type, inputMode, autocomplete, required, label, isLarge: fontSize >= 16 };
    }),
  );
  for (const { label, required, isLarge } of fields) {
    expect(label).toContain(required ? '(required)' : '(optional)');
    expect(isLarge, label).toBe(true);
  }
  const purpose = Object.fromEntries(fields.map(({ name, type, autocomplete }) => [name, `${type} ${autocomplete}`]));
  expect(purpose).toMatchObject({
    companyName: 'text organization',
    contactName: 'text name',
    email: 'email email',
    phone: 'tel tel',
  });
  expect(fields.find(({ name }) => name === 'email')?.inputMode).toBe('email');
  expect(await dialog.locator('select option').allTextContents()).toEqual([
    'Choose a size',
    '1-10',
    '11-50',
    '51-200',
    '200+',
  ]);
});

test('errors are summarised with links, shown at each field, and removed once corrected', async () => {
  const page = await visit();
  const { alert, company, email, send } = await openDialog(page);
  await send.click();
  await expect.poll(() => alert.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await alert.getByRole('link').allTextContents()).toEqual([
    'Enter the name of your company.',
    'Enter your work email.',
  ]);
  for (const field of [company, email]) {
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    const described = await field.getAttribute('aria-describedby');
    await expect(page.locator(`#${described}`)).toHaveText(/^Enter /);
  }
  await alert.getByRole('link').last().click();
  await expect.poll(() => email.evaluate((element) => element === document.activeElement)).toBe(true);
  await email.fill('founder@example.com');
  await expect.poll(() => email.getAttribute('aria-invalid')).toBe(null);
  await expect(alert.getByRole('link')).toHaveCount(1);
});

test('a field is validated when it is left after an edit, never while typing or when it is only passed', async () => {
  const page = await visit();
  const { email, company } = await openDialog(page);
  await page.keyboard.press('Tab');
  await expect.poll(() => company.getAttribute('aria-invalid')).toBe(null);
  await email.focus();
  await page.keyboard.type('founder@');
  await expect.poll(() => email.getAttribute('aria-invalid')).toBe(null);
  await page.keyboard.press('Tab');
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  // The focus is where the visitor moved it.
  expect(
    await page
      .getByRole('dialog')
      .getByRole('alert')
      .evaluate((el) => el === document.activeElement),
  ).toBe(false);
  await email.fill('founder@example.com');
  await expect.poll(() => email.getAttribute('aria-invalid')).toBe(null);
});

test('while sending, the button shows it and keeps the focus; success is announced, and the dialog closes after 1200 ms', async () => {
  const page = await visit({ ...withMotion, isClockStopped: true });
  const reply = Promise.withResolvers<void>();
  await page.route(sendPath, async (route) => {
    await reply.promise;
    await route.fulfill(answer);
  });
  const { opener, dialog, company, email, send, status } = await openDialog(page);
  await company.fill('Kaveri Mills');
  await email.fill('founder@example.com');
  await send.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sending...' }).waitFor();
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  expect(await send.evaluate((button) => [button.matches(':disabled'), button === document.activeElement])).toEqual([
    false,
    true,
  ]);
  reply.resolve();
  await expect(status).toContainText(success);
  await expect(company).toHaveValue('');
  await runClock(page, 1100);
  expect(await dialog.isVisible()).toBe(true);
  await runClock(page, 100);
  await dialog.waitFor({ state: 'hidden' });
  // The message stays on the page, and is at the foot of the window for a while: it is seen once.
  const onPage = page.locator('#contact-status');
  expect(await onPage.textContent()).toContain(success);
  await expect(onPage).toHaveCSS('opacity', '0');
  await expect.poll(() => opener.evaluate((link) => link === document.activeElement)).toBe(true);
  const note = page.locator('.opener-note');
  expect(await note.textContent()).toContain(success);
  await note.getByRole('button', { name: 'Close' }).click();
  await expect(onPage).toHaveCSS('opacity', '1');
});

test('the dialog stays open while its message has pointer or focus', async () => {
  const page = await visit({ isClockStopped: true });
  await page.route(sendPath, (route) => route.fulfill(answer));
  const { dialog, company, email, status } = await openDialog(page);
  await company.fill('Kaveri Mills');
  await email.fill('founder@example.com');
  await page.keyboard.press('Enter');
  await expect(status).toContainText(success);
  await status.hover();
  await runClock(page, 10_000);
  expect(await dialog.isVisible()).toBe(true);
  await page.mouse.move(8, 8);
  await runClock(page, 1200);
  await dialog.waitFor({ state: 'hidden' });
});

test('a reopened dialog is not closed by the previous enquiry', async () => {
  const page = await visit({ isClockStopped: true });
  await page.route(sendPath, (route) => route.fulfill(answer));
  const { dialog, company, email, status } = await openDialog(page);
  await company.fill('Kaveri Mills');
  await email.fill('founder@example.com');
  await page.keyboard.press('Enter');
  await expect(status).toContainText(success);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  const again = await openDialog(page);
  await again.company.fill('Second thoughts');
  await runClock(page, 3000);
  expect(await dialog.isVisible()).toBe(true);
  expect(await again.company.inputValue()).toBe('Second thoughts');
});

test('text typed while sending is kept and can be sent; identical text is the same enquiry', async () => {
  const page = await visit();
  const reply = Promise.withResolvers<void>();
  const keys: (string | undefined)[] = [];
  await page.route(sendPath, async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    await reply.promise;
    await route.fulfill(answer);
  });
  const { opener, dialog, company, email, message, send, status } = await openDialog(page);
  await company.fill('Kaveri Mills');
  await email.fill('founder@example.com');
  await send.press('Enter');
  await page.getByRole('button', { name: 'Sending...' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await opener.press('Enter');
  await message.fill('And one more thing.');
  reply.resolve();
  await expect(status).toContainText(success);
  await expect(message).toHaveValue('And one more thing.');
  await expect(send).not.toHaveAttribute('aria-disabled', 'true');
  await message.fill('');
  await send.press('Enter');
  await expect.poll(() => keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
  await expect(company).toHaveValue('');
  expect(await page.evaluate(() => sessionStorage.getItem('last-sent'))).toBeNull();
});

test('the service of the opener is prefilled in the message and sent as the origin', async () => {
  const page = await visit();
  await page.locator('#hiring [data-open-contact]').click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await settle(page);
  const { company, email, message } = getDialogParts(dialog);
  const sentence = 'We would like to talk about this service: Strategic hiring.';
  expect(await message.inputValue()).toBe(sentence);
  await company.fill('Kaveri Mills');
  await email.fill('founder@example.com');
  await page.route(sendPath, (route) => route.fulfill(answer));
  const sent = page.waitForRequest(sendPath);
  await email.press('Enter');
  expect((await sent).postDataJSON()).toMatchObject({ message: sentence, origin: 'Strategic hiring' });
  await settle(page);
});
