import type { Page } from '@playwright/test';
import { card, chooseAction, openEditor, save } from '../support/admin-screen.ts';
import { useEditors } from '../support/editors.ts';
import { expect, test } from '../support/fixtures.ts';
import { readPage } from '../support/session.ts';
import { until } from '../support/stack.ts';

const { product, openScreen, storedValue } = useEditors();
const { shows } = product;
const hides = (text: string) =>
  until(`visitors do not see "${text}"`, async () => !(await readPage(product.stack.url)).includes(text));
const undo = (page: Page) => page.getByRole('button', { name: /^Undo/ }).first().click();

test('while a form has typed text, Undo and Redo of the header are its steps and change nothing that is saved', async () => {
  const { page } = await openScreen('/admin/content');
  await (await openEditor(page, 'hero.subtitle')).fill('A line that is saved');
  await save(page);
  await shows('A line that is saved');
  const field = await openEditor(page, 'hero.label');
  const label = await field.inputValue();
  await field.fill('A label that is typed');
  await page.getByRole('button', { name: /^Undo your unsaved change of / }).click();
  await expect(field).toHaveValue(label);
  // The form shows what is saved, so the step before is the saved change.
  await page
    .locator('header')
    .getByRole('button', { name: /^Undo the change of “/ })
    .waitFor();
  await page.getByRole('button', { name: /^Redo your unsaved change of / }).click();
  await expect(field).toHaveValue('A label that is typed');
  expect(await storedValue('hero', 'subtitle')).toBe('A line that is saved');
  await card(page, 'hero.label').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: /^Undo the change of “/ }).waitFor();
});

test('after the server has refused a text, Undo of the header undoes the change of the form, not that of the site', async () => {
  const { page } = await openScreen('/admin/content');
  await (await openEditor(page, 'hero.subtitle')).fill('Saved before the refusal');
  await save(page);
  await shows('Saved before the refusal');
  await openEditor(page, 'hero.slide-build');
  const link = page.locator('[data-pointer="/secondaryCTA/href"]');
  const href = await link.inputValue();
  await link.fill('/career/');
  await save(page);
  await page.getByText('No page or section has this address. Choose one from the list.', { exact: true }).waitFor();
  await page
    .locator('header')
    .getByRole('button', { name: /^Undo your unsaved change of / })
    .click();
  await expect(link).toHaveValue(href);
  await page
    .locator('header')
    .getByRole('button', { name: /^Redo your unsaved change of / })
    .click();
  await expect(link).toHaveValue('/career/');
  expect(await storedValue('hero', 'subtitle')).toBe('Saved before the refusal');
});

test('Undo reverts a save, a hiding, a removal and a move on the site, and Redo applies them again', async () => {
  const { page } = await openScreen('/admin/content');
  const before = String(await storedValue('hero', 'availability'));
  const field = await openEditor(page, 'hero.availability');
  await field.fill('A line that will be undone');
  await save(page);
  await shows('A line that will be undone');
  await undo(page);
  await page.getByText(/Undone: the change of/).waitFor();
  expect(await storedValue('hero', 'availability')).toBe(before);
  await page.getByRole('button', { name: /^Redo/ }).first().click();
  await shows('A line that will be undone');
  await page.getByText(/Undone/).waitFor({ state: 'detached' });
  // The banner closes after three seconds; Undo remains available on every screen, also where no content is loaded.
  await page.goto(`${product.stack.url}/admin/releases`);
  await page.getByRole('button', { name: /^Undo the change of “/ }).click();
  await page
    .getByRole('status')
    .getByText(/^Undone: the change of “/)
    .waitFor();
  await hides('A line that will be undone');
  await page.getByRole('button', { name: /^Redo the change of “/ }).click();
  await page
    .getByRole('status')
    .getByText(/^Redone: the change of “/)
    .waitFor();
  await shows('A line that will be undone');
  await page.getByRole('button', { name: /^Undo the change of “/ }).click();
  await hides('A line that will be undone');
  await page.goto(`${product.stack.url}/admin/content`);

  const item = 'hero.badge-reporting';
  const claim = String((await card(page, item).getByRole('heading').textContent()) ?? '');
  await chooseAction(page, item, 'Hide from the site');
  await card(page, item).getByText('hidden', { exact: true }).waitFor();
  await hides(`>${claim}<`);
  await undo(page);
  await card(page, item).getByText('hidden', { exact: true }).waitFor({ state: 'detached' });
  await shows(`>${claim}<`);

  const keys = () =>
    page
      .locator('[data-item^="hero.badge-"]')
      .evaluateAll((cards) => cards.map((each) => each.id || each.getAttribute('data-item')));
  const order = await keys();
  await chooseAction(page, item, 'Remove');
  await card(page, item).waitFor({ state: 'detached' });
  await hides(`>${claim}<`);
  await undo(page);
  await page.getByText(/Undone: the removal of “/).waitFor();
  await shows(`>${claim}<`);
  await until('it stands where it stood', async () => JSON.stringify(await keys()) === JSON.stringify(order));

  await chooseAction(page, item, 'Move up');
  await until('it moved', async () => JSON.stringify(await keys()) !== JSON.stringify(order));
  await page
    .locator('[data-toast]')
    .getByText(/ is number \d+ of /)
    .waitFor();
  await undo(page);
  await until('it is back', async () => JSON.stringify(await keys()) === JSON.stringify(order));

  await page.goto(`${product.stack.url}/admin/log?area=content`);
  const log = page.getByRole('main').getByRole('listitem');
  await expect(log.first()).toContainText('undid the move of');
  await expect(log.first()).toContainText(claim);
  await expect(log.nth(1)).toContainText('moved');
  await expect(log.nth(1)).toContainText(claim);
  await expect(log.nth(2)).toContainText('undid the removal of');
});

test('Ctrl+Z undoes across the fields of a form, and restores a removed list entry', async () => {
  const { page } = await openScreen('/admin/content?section=site&item=contact');
  await page.goto(`${product.stack.url}/admin/content?section=hero&item=slide-build`);
  const open = card(page, 'hero.slide-build');
  const kicker = open.getByRole('textbox', { name: 'Line above the headline', exact: true });
  const short = open.getByRole('textbox', { name: 'Short name', exact: true });
  const [kickerWas, shortWas] = [await kicker.inputValue(), await short.inputValue()];
  await kicker.fill('One');
  await short.fill('Two');
  await page.keyboard.press('Control+z');
  expect([await kicker.inputValue(), await short.inputValue()]).toEqual(['One', shortWas]);
  await page.keyboard.press('Control+z');
  expect([await kicker.inputValue(), await short.inputValue()]).toEqual([kickerWas, shortWas]);
  await page.keyboard.press('Control+Shift+z');
  await expect(kicker).toHaveValue('One');
});
