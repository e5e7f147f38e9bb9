import type { Page } from '@playwright/test';
import { card, findViolations, openEditor, save, saved } from '../support/admin-screen.ts';
import { kill, second, useEditors } from '../support/editors.ts';
import { expect, test } from '../support/fixtures.ts';

const { product, colleague, openScreen, storedValue } = useEditors();
const { shows } = product;

test('editors see who else edits a section or an item, and both can continue', async () => {
  const { page } = await openScreen('/admin/content?section=about');
  const { page: other } = await openScreen('/admin/content?section=about', second);
  await openEditor(other, 'about.heading');
  await page.getByRole('tab', { name: /^About .*Editor Two is editing here/ }).waitFor();
  await card(page, 'about.heading').getByText('Editor Two is editing this').waitFor();
  await openEditor(page, 'about.heading');
  await card(page, 'about.heading').getByText('Editor Two is editing this, too').waitFor();
  await card(other, 'about.heading')
    .getByText(/is editing this, too/)
    .waitFor();
  expect(await findViolations(card(page, 'about.heading'))).toEqual([]);
  await other.context().close();
  await page.getByText('Editor Two is editing this, too').waitFor({ state: 'detached' });
});

test('a draft of a text that has changed since is compared with it, and never overwrites it', async () => {
  const { page } = await openScreen('/admin/content?item=availability');
  await card(page, 'hero.availability').getByRole('textbox').first().fill('My line about the time');
  // The text reaches the storage with the next render, which a busy machine may delay.
  await page.waitForFunction(() => Object.values(localStorage).some((text) => text.includes('My line about the time')));
  const context = page.context();
  await kill(page);
  expect((await colleague().save('hero', 'availability', 'Their line about the time')).status).toBe(200);
  const again = await context.newPage();
  await again.goto(`${product.stack.url}/admin/content?item=availability`);
  await again.getByRole('button', { name: 'Restore' }).click();
  const conflict = again.getByRole('region', { name: 'Two people edited this' });
  await conflict.getByText('Editor Two saved this').waitFor();
  await conflict.getByRole('radio', { name: 'Editor Two’s: Their line about the time' }).click();
  await conflict.getByRole('textbox').first().fill('Our line about the time');
  await again.getByRole('button', { name: 'Save the merged text' }).click();
  await saved(again);
  expect(await storedValue('hero', 'availability')).toBe('Our line about the time');
  await context.close();
});

test('when two browsers edit one slide, different fields are merged, and only the same field is a conflict [R9]', async () => {
  const one = await openScreen('/admin/content?item=slide-build');
  const two = await openScreen('/admin/content?item=slide-build', second);
  const getField = (page: Page, name: string) =>
    card(page, 'hero.slide-build').getByRole('textbox', { name, exact: true }).first();
  await getField(one.page, 'Line above the headline').fill('A kicker by the first');
  await getField(one.page, 'Short name').fill('Named by the first');
  await getField(two.page, 'Short name').fill('Named by the second');
  await getField(two.page, 'Sub-headline').fill('A subheadline by the second.');
  await save(two.page);
  await saved(two.page);
  await save(one.page);
  const conflict = one.page.getByRole('region', { name: 'Two people edited this' });
  await conflict.getByText('Only “Short name” needs your decision.').waitFor();
  const words = await conflict.textContent();
  for (const text of ['A kicker by the first', 'A subheadline by the second.', 'first', 'second']) {
    expect(words).toContain(text);
  }
  await conflict.getByRole('textbox').first().fill('Named by both');
  await one.page.getByRole('button', { name: 'Save the merged text' }).click();
  await saved(one.page);
  expect(await storedValue('hero', 'slide-build')).toMatchObject({
    label: 'Named by both',
    kicker: 'A kicker by the first',
    subheadline: 'A subheadline by the second.',
  });
});

test('an entry that is removed while it is edited is restored with the edit', async () => {
  const { page } = await openScreen('/admin/content?item=badge-onboarding');
  await card(page, 'hero.badge-onboarding').getByRole('textbox').first().fill('A claim with new words');
  expect((await colleague().call('/api/content/hero/badge-onboarding', { method: 'DELETE' })).status).toBe(200);
  await page.getByText('“A claim with new words” was removed by another user').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Restore it with my text' }).click();
  await saved(page);
  await card(page, 'hero.badge-onboarding').getByRole('heading', { name: 'A claim with new words' }).waitFor();
  await shows('A claim with new words');
});
