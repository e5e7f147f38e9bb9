import { openDialog, sendPath, success } from '../../support/enquiry.ts';
import { expect, test } from '../../support/fixtures.ts';
import { hasAllLooks } from '../../support/looks.ts';
import { findPageViolations, findViolationsInBothSchemes, listPages } from '../../support/site-pages.ts';
import { settle, siteUrl, visit } from '../../support/visit.ts';

const widths = [360, 1280];

for (const width of widths) {
  test(`no page has an accessibility violation in light and dark (${width} px)`, async () => {
    const page = await visit({ viewport: { width, height: 900 } });
    const found: Record<string, string[]> = {};
    for (const path of await listPages(siteUrl)) {
      await page.goto(siteUrl + path);
      const isOneScheme = width === 1280 && !hasAllLooks;
      const broken = await (isOneScheme ? findPageViolations(page) : findViolationsInBothSchemes(page));
      if (broken.length > 0) found[path] = broken;
    }
    expect(found).toEqual({});
  });
}

for (const width of widths) {
  test(`no state of the landing page has an accessibility violation in light and dark (${width} px)`, async () => {
    const page = await visit({ viewport: { width, height: 900 } });
    const found: Record<string, string[]> = {};
    const look = async (state: string, part: string) => {
      const broken = await findViolationsInBothSchemes(page, part);
      if (broken.length > 0) found[state] = broken;
    };

    await page.getByRole('button', { name: 'Next slide' }).click();
    await settle(page);
    await look('second slide', '.hero');
    if (width < 768) {
      await page.getByRole('button', { name: 'Menu' }).click();
      await look('menu open', '.site-header');
      await page.keyboard.press('Escape');
    }
    await page.goto(`${siteUrl}/#hiring`);
    await look('service chosen', '#hiring');
    for (const question of await page.locator('.faq summary').all()) await question.press('Enter');
    await look('questions open', '.faq');

    const check = page.locator('#growth-audit');
    await check.scrollIntoViewIfNeeded();
    await check.getByRole('status').waitFor({ state: 'attached' });
    await look('question of the growth check', '#growth-audit');
    // A phone shows one question at a time.
    for (const question of await check.locator('fieldset').all())
      await question.locator('input').nth(1).dispatchEvent('click');
    await check.getByRole('link', { name: /Send this result/ }).waitFor();
    await look('result of the growth check', '#growth-audit');

    const newsletter = page.locator('form.newsletter');
    const email = newsletter.getByRole('textbox');
    await email.fill('founder@example.com');
    await page.route('**/api/newsletter', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
    await email.press('Enter');
    await newsletter.getByRole('status').filter({ hasText: 'could not' }).waitFor();
    await look('newsletter refused', '.site-footer');
    await page.route('**/api/newsletter', (route) => route.fulfill({ json: { success: true } }), { times: 1 });
    await email.press('Enter');
    await newsletter.getByRole('status').filter({ hasText: 'Thank you' }).waitFor();
    await look('newsletter confirmed', '.site-footer');

    const { company, email: sender, send, alert, status, dialog } = await openDialog(page);
    await look('dialog open', 'dialog');
    await send.press('Enter');
    await alert.getByRole('link').first().waitFor();
    await look('dialog with mistakes', 'dialog');
    await company.fill('Kaveri Mills');
    await sender.fill('founder@example.com');
    await page.route(sendPath, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
    await send.press('Enter');
    await status.filter({ hasText: 'Failed' }).waitFor();
    await look('dialog refused', 'dialog');
    await page.route(sendPath, (route) => route.fulfill({ json: { success: true, reference: 'ENQ-1' } }), { times: 1 });
    // The dialog closes 1.2 s after its message, unless the pointer moves over it. A slow machine would be too late.
    await status.evaluate((message) => {
      const hold = () => message.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'mouse' }));
      new MutationObserver(hold).observe(message, { childList: true });
    });
    await send.press('Enter');
    await status.filter({ hasText: success }).waitFor();
    await look('dialog sent', 'dialog');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await look('after the dialog', '#contact');
    await page.locator('.opener-note').waitFor();
    await look('note of the sent enquiry', '.opener-note');
    expect(found).toEqual({});
  });
}
