import type { Page } from '@playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { siteUrl, visit } from '../../support/visit.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

async function openCheck(page: Page) {
  await page.goto(`${siteUrl}/#growth-audit`);
  const check = page.locator('#growth-audit');
  await check.scrollIntoViewIfNeeded();
  await check.getByRole('status').waitFor({ state: 'attached' });
  return { check, questions: check.locator('fieldset').filter({ visible: true }) };
}

test('on a phone the growth check asks one question at a time, and a press on an answer goes on', async () => {
  const page = await visit(phone);
  const { check, questions } = await openCheck(page);
  const areas = ['People', 'Structure', 'Operations', 'Projects', 'Revenue', 'Finance'];
  for (const [index, area] of areas.entries()) {
    await expect(questions).toHaveCount(1);
    await expect(questions).toContainText(area);
    await expect(check.getByText(`Question ${index + 1} of 6`)).toBeVisible();
    await questions.locator('label').nth(1).tap();
  }
  await expect(check.getByRole('status')).toContainText('6 of 18');
  await expect(check.getByRole('link', { name: /Send this result/ })).toBeVisible();

  await check.getByRole('button', { name: 'Back' }).tap();
  await expect(questions).toContainText('Revenue');
  await expect(questions.getByRole('radio', { name: 'Partly' })).toBeChecked();
  await questions.locator('label').nth(3).tap();
  await expect(questions).toContainText('Finance');
  await expect(check.getByRole('status')).toContainText('8 of 18');
});

test('by keyboard an answer stays in view until Next is pressed', async () => {
  const page = await visit(phone);
  const { check, questions } = await openCheck(page);
  const next = check.getByRole('button', { name: 'Next' });
  await expect(next).toBeDisabled();
  await questions.getByRole('radio').first().focus();
  await page.keyboard.press('Space');
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight');
  await expect(questions.getByRole('radio', { name: 'Yes, in writing' })).toBeChecked();
  await expect(questions).toContainText('People');
  await next.press('Enter');
  await expect(questions).toContainText('Structure');
  await expect(questions).toBeFocused();
});

test('the growth check shows all questions on a wide screen, and on a phone without JavaScript', async () => {
  const wide = await visit({ viewport: { width: 1024, height: 800 } });
  const { check, questions } = await openCheck(wide);
  await expect(questions).toHaveCount(6);
  await expect(check.locator('.growth-steps')).toBeHidden();

  const page = await visit({ ...phone, javaScriptEnabled: false });
  await expect(page.locator('#growth-audit fieldset').filter({ visible: true })).toHaveCount(6);
  await expect(page.locator('.growth-steps')).toBeHidden();
});

test('turning the phone shows all questions, with their answers', async () => {
  const page = await visit(phone);
  const { questions } = await openCheck(page);
  await questions.locator('label').nth(2).tap();
  await expect(questions).toContainText('Structure');
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(questions).toHaveCount(6);
  await expect(questions.first().getByRole('radio', { name: 'Mostly' })).toBeChecked();
});
