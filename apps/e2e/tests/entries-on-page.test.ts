import type { FrameLocator, Page } from '@playwright/test';
import { findViolations } from '../support/admin-screen.ts';
import { expect, test } from '../support/fixtures.ts';
import { field, headline, openPreview } from '../support/preview-screen.ts';
import { useProduct } from '../support/use-product.ts';

const product = useProduct();

const services = (shown: FrameLocator) => shown.locator('#services .service-grid > li');
const service = (shown: FrameLocator, title: string) => services(shown).filter({ hasText: title });
const bar = (shown: FrameLocator) => shown.getByRole('toolbar');
const press = (shown: FrameLocator, name: string) => bar(shown).getByRole('button', { name, exact: true }).click();
const undo = (page: Page) => page.getByRole('button', { name: /^Undo/ }).first().click();

async function readTitles(shown: FrameLocator): Promise<string[]> {
  const titles = await services(shown).locator('h3').allTextContents();
  return titles.map((title) => title.trim());
}

async function openServices() {
  const { page, shown } = await openPreview(product, 'section=process');
  await headline(shown).waitFor({ state: 'attached' });
  return { page, shown, before: await readTitles(shown) };
}

test('entries are moved, hidden and removed on the page, also from another section, and Undo restores them', async () => {
  const { page, shown, before } = await openServices();
  const [first = '', second = '', linked = ''] = before;
  const showsTitles = (titles: readonly string[]) => expect.poll(() => readTitles(shown)).toEqual(titles);
  await services(shown).nth(1).scrollIntoViewIfNeeded();
  const place = await services(shown).nth(1).boundingBox();
  await services(shown).nth(0).locator('h3').hover();
  await expect(bar(shown)).toHaveAccessibleName(`Service: ${first}`);
  // The bar is above the page: nothing moves.
  expect(await services(shown).nth(1).boundingBox()).toEqual(place);

  await press(shown, 'Move right');
  await showsTitles([second, first, ...before.slice(2)]);
  await expect(bar(shown)).toHaveAccessibleName(`Service: ${first}`);
  await undo(page);
  await showsTitles(before);

  const steps = shown.locator('#process .steps > li h3');
  const count = await steps.count();
  for (const action of ['Hide from the site', 'Remove']) {
    await steps.last().hover();
    await expect(bar(shown)).toHaveAccessibleName(/^Step: /);
    await press(shown, action);
    await expect(steps).toHaveCount(count - 1);
    await expect(bar(shown)).toBeHidden();
    await undo(page);
    await expect(steps).toHaveCount(count);
  }
  // Other texts link to the service.
  for (const [action, answer] of [
    ['Hide from the site', 'Hide and update links'],
    ['Remove', 'Remove and update links'],
  ] as const) {
    await service(shown, linked).locator('h3').hover();
    await press(shown, action);
    const question = page.getByRole('dialog', { name: `“${linked}”?` });
    await expect(question.getByRole('listitem')).toHaveText([
      /^Slide: .+“Main button” leads to Services\.$/,
      /^Text with image: .+“Link” is removed\.$/,
      /^Growth check question: .+“Service that helps” leads to Services\.$/,
    ]);
    await question.getByRole('button', { name: answer }).click();
    await showsTitles(before.filter((title) => title !== linked));
    await undo(page);
    await showsTitles(before);
  }
  await service(shown, linked).locator('h3').hover();
  await press(shown, 'Remove');
  await page
    .getByRole('dialog', { name: `“${linked}”?` })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await expect(page.getByRole('tab', { name: /unsaved changes/ })).toHaveCount(0);
  await showsTitles(before);
  await service(shown, linked).locator('h3').hover();
  await expect(bar(shown)).toBeVisible();
  expect(
    await findViolations(page, [
      [1280, 'light'],
      [1280, 'dark'],
    ]),
  ).toEqual([]);
  await page.close();
});

test('a service that is shown again gets back the links that hiding it has changed, and one Undo reverts both', async () => {
  const { page, shown } = await openPreview(product, 'section=services');
  await service(shown, 'Organisational audit').waitFor();
  const links = shown.locator('main a[href$="#audit"]');
  const count = await links.count();
  expect(count).toBeGreaterThan(1);
  const question = page.getByRole('dialog', { name: '“Organisational audit”?' });
  const answer = (name: string) => question.getByRole('button', { name, exact: true }).click();
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'More for Organisational audit' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose('Hide from the site');
  await answer('Hide and update links');
  await expect(links).toHaveCount(0);
  await choose('Show on the site');
  await expect(question.getByRole('listitem')).toHaveText([
    /^Slide: .+“Main button” leads to it again\.$/,
    /^Text with image: .+“Link” leads to it again\.$/,
    /^Growth check question: .+“Service that helps” leads to it again\.$/,
  ]);
  await answer('Show and restore links');
  await page.getByRole('status').getByText('The links to it in 3 items are restored, too.').waitFor();
  await expect(links).toHaveCount(count);
  await undo(page);
  await expect(links).toHaveCount(0);
  await choose('Show on the site');
  await answer('Show and restore links');
  await expect(links).toHaveCount(count);
  // The list of removed items has not loaded the content.
  await choose('Remove');
  await answer('Remove and update links');
  await expect(links).toHaveCount(0);
  await page.goto(`${product.stack.url}/admin/content/removed`);
  await page.getByRole('button', { name: 'Restore Organisational audit' }).click();
  await answer('Restore with links');
  await page.getByRole('status').getByText('The links to it in 3 items are restored, too.').waitFor();
  await page.close();
});

test('an entry that was hidden in full view, where no banner is seen, is shown again by the message', async () => {
  const { page, shown, before } = await openServices();
  await page.keyboard.press('Control+.');
  await services(shown).nth(1).locator('h3').hover();
  await press(shown, 'Hide from the site');
  const message = page.getByRole('status').filter({ hasText: `“${before[1]}” is hidden from the site.` });
  await message.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('status').getByText(`Undone: hiding “${before[1]}”.`).waitFor();
  await expect.poll(() => readTitles(shown)).toEqual(before);
  await page.getByRole('button', { name: `Undo showing “${before[1]}” again` }).click();
  await page.getByRole('status').getByText(`Undone: showing “${before[1]}” again.`).waitFor();
  await page.getByRole('button', { name: `Redo showing “${before[1]}” again` }).click();
  await page.getByRole('status').getByText(`Redone: showing “${before[1]}” again.`).waitFor();
  await expect.poll(() => readTitles(shown)).toEqual(before);
});

test('a service is moved by keyboard, and a new one is added after it', async () => {
  const { page, shown, before } = await openServices();
  const [first = '', second = ''] = before;
  await service(shown, second).locator('.service-links a').last().focus();
  await expect(bar(shown)).toHaveAccessibleName(`Service: ${second}`);
  await page.keyboard.press('Tab');
  await expect(bar(shown).getByRole('button', { name: 'Move left' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => readTitles(shown)).toEqual([second, first, ...before.slice(2)]);
  await expect(bar(shown)).toHaveAccessibleName(`Service: ${second}`);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(() => readTitles(shown)).toEqual(before);
  await page.keyboard.press('Escape');
  await expect(service(shown, second).locator('.service-links a').last()).toBeFocused();

  const steps = shown.locator('#process .steps > li h3');
  const stepsBefore = await steps.allTextContents();
  await steps.first().hover();
  await press(shown, 'Add a step after it');
  const getField = (pointer: string) => page.locator(`form [data-pointer="${pointer}"]`);
  await expect(page.locator('li:not([data-item]):has(form) + [data-item^="process.step-"]')).toBeVisible();
  await getField('/title').fill('Agree');
  await getField('/body').fill('We agree on the figures.');
  await getField('/when').fill('Week 1');
  await expect(steps.nth(1)).toHaveText('2. Agree');
  await page.keyboard.press('ControlOrMeta+s');
  await page.locator('[data-item="process.step-agree"] [data-opens-row]:focus').waitFor();
  await expect(steps.nth(1)).toHaveText('2. Agree');
  await expect(steps).toHaveCount(stepsBefore.length + 1);
  await page.close();
});

test('a click on a text of another item saves the text first, and an error keeps the editor there', async () => {
  const { page, shown } = await openServices();
  const title = headline(shown);
  await title.click();
  await expect(title).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Backspace');
  const value = field(page, 'hero.title', '');
  await expect(value).toHaveValue('');
  const other = services(shown).first().locator('h3');
  const choose = async (answer: string) => {
    await other.click();
    await page.getByRole('dialog').getByRole('button', { name: answer, exact: true }).click();
  };
  await other.click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByText('the marked fields need a change').waitFor();
  await expect(question.getByRole('button', { name: 'Save and continue' })).toHaveCount(0);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByText('This field cannot be empty.').first().waitFor();
  await expect(value).toBeFocused();
  await value.fill('Saved on the way');
  await choose('Keep editing');
  await expect(value).toHaveValue('Saved on the way');
  await page.route('**/api/content/hero/title', (route) => route.fulfill({ status: 500, json: { success: false } }));
  await choose('Save and continue');
  await expect(value).toHaveValue('Saved on the way');
  await page.getByText('Failed to update content. Please try again.').first().waitFor();
  await page.unroute('**/api/content/hero/title');
  await value.press('End');
  await value.pressSequentially('!');
  await other.click();
  await expect(page.getByRole('button', { name: 'Save and continue' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(other).toHaveAttribute('contenteditable', 'plaintext-only');
  await product.shows('Saved on the way!');
  await page.close();
});

test('lines of a service are added, moved and removed in its form by the page, and a picture is replaced by one click', async () => {
  const { page, shown } = await openServices();
  const card = services(shown).nth(1);
  const lines = card.locator('.service-more li');
  const readLines = async () => (await lines.allTextContents()).map((line) => line.trim());
  const before = await readLines();
  const [first = '', second = ''] = before;
  await lines.first().hover();
  await expect(bar(shown)).toHaveAccessibleName(`Included point: 1 of ${before.length}`);
  await press(shown, 'Move down');
  await expect.poll(readLines).toEqual([second, first, ...before.slice(2)]);
  await lines.first().hover();
  await press(shown, 'Add an included point after it');
  const added = page.locator('form [data-pointer="/includes/1"]');
  // The line that was moved has the focus and this pointer until the new one is there.
  await expect(added).toHaveValue('');
  await expect(added).toBeFocused();
  await added.fill('A line of its own');
  await expect.poll(readLines).toEqual([second, 'A line of its own', first, ...before.slice(2)]);
  await lines.nth(1).hover();
  await press(shown, 'Remove');
  await expect.poll(readLines).toEqual([second, first, ...before.slice(2)]);
  // Each change is a step of the form.
  await page.locator('form [data-pointer="/title"]').focus();
  for (let steps = 0; steps < 4; steps += 1) await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(readLines).toEqual(before);

  const picture = card.locator('.service-picture');
  const readPicture = () => picture.evaluate((element) => element.outerHTML);
  const drawn = await readPicture();
  await picture.click();
  const picker = page.getByRole('dialog');
  await picker.getByRole('button', { name: /^kolam-waves/ }).click();
  await expect(picture).toHaveJSProperty('localName', 'picture');
  await page.locator('form [data-pointer="/picture/src"]:focus').waitFor();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(readPicture).toBe(drawn);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.close();
});
