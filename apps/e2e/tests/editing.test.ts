import type { Locator, Page } from '@playwright/test';
import { card, chooseAction, findViolations, openEditor, save, saved } from '../support/admin-screen.ts';
import { kill, second, useEditors } from '../support/editors.ts';
import { expect, test } from '../support/fixtures.ts';
import { signIn } from '../support/session.ts';

const { product, colleague, openScreen, storedValue } = useEditors();
const { shows } = product;
const focusedText = (page: Page) => page.evaluate(() => document.querySelector(':focus')?.textContent);
const undo = (page: Page) => page.getByRole('button', { name: /^Undo/ }).first().click();

test('no keystroke is lost when the page is killed while an editor types', async () => {
  const { page } = await openScreen('/admin/content');
  const before = String(await storedValue('hero', 'title'));
  const field = await openEditor(page, 'hero.title');
  await field.fill('');
  await page.keyboard.type('Every single keystroke counts', { delay: 5 });
  const context = page.context();
  await kill(page);

  const again = await context.newPage();
  await again.goto(`${product.stack.url}/admin/content`);
  await card(again, 'hero.title').getByText('unsaved changes').waitFor();
  expect(await storedValue('hero', 'title')).toBe(before);
  await card(again, 'hero.title').getByRole('button', { name: /^Edit/ }).click();
  const offer = again.getByRole('region', { name: 'Unsaved changes' });
  await expect(offer).toHaveText(/You have unsaved changes \(\d+ \w+ \d{4}, \d\d:\d\d IST\)/);
  expect((await offer.locator('ins').allTextContents()).join(' ')).toContain('keystroke');
  expect(await findViolations(card(again, 'hero.title'))).toEqual([]);
  await offer.getByRole('button', { name: 'Restore' }).click();
  expect(await card(again, 'hero.title').getByRole('textbox').first().inputValue()).toBe(
    'Every single keystroke counts',
  );
  await save(again);
  await saved(again);
  await shows('Every single keystroke counts');
  await expect
    .poll(() => again.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('local-text:'))))
    .toEqual([]);
  await context.close();
});

test('a discarded draft is not offered again, and drafts of other users are never offered', async () => {
  const { page } = await openScreen('/admin/content');
  const field = await openEditor(page, 'hero.label');
  await field.fill('Words that will be dropped');
  await page.goto('about:blank');
  await page.goto(`${product.stack.url}/admin/content`);
  await card(page, 'hero.label').getByText('unsaved changes').waitFor();
  const { token } = await signIn(product.stack.url, second);
  await page.evaluate((value) => localStorage.setItem('token', value), token);
  await page.goto(`${product.stack.url}/admin/content`);
  await card(page, 'hero.label').waitFor();
  expect(await page.getByText('unsaved changes').count()).toBe(0);
  const mine = await signIn(product.stack.url);
  await page.evaluate((value) => localStorage.setItem('token', value), mine.token);
  await page.goto(`${product.stack.url}/admin/content`);
  await card(page, 'hero.label').getByRole('button', { name: /^Edit/ }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await card(page, 'hero.label').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('unsaved changes')).toHaveCount(0);
});

test('on a phone a saved long form leaves its card in view, with the focus on its button', async () => {
  const { page } = await openScreen('/admin/content?section=site');
  await page.setViewportSize({ width: 360, height: 800 });
  await page.reload();
  const heightOfHead = () => page.getByRole('banner').evaluate((head) => head.clientHeight);
  await page.locator('[data-state="live"]').waitFor();
  const heightBefore = await heightOfHead();
  const field = await openEditor(page, 'site.contact');
  await field.fill('team@example.com');
  await card(page, 'site.contact').getByText('Name in the list').click();
  await card(page, 'site.contact').getByRole('textbox', { name: 'Name in the list' }).focus();
  await page.keyboard.press('ControlOrMeta+s');
  const button = card(page, 'site.contact').getByRole('button', { name: /^Edit/ });
  const isInView = (place: Locator) =>
    place.evaluate((element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth;
    });
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  await expect.poll(() => isInView(button)).toBe(true);
  await expect.poll(() => isInView(page.getByRole('tab', { selected: true }))).toBe(true);
  await saved(page);
  await page.getByText('Content updated successfully!').waitFor({ state: 'detached' });
  await page.locator('[data-state="live"]').waitFor();
  expect(await heightOfHead()).toBe(heightBefore);
  expect(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true);
});

test('an entry is sorted with the keyboard, and each step is announced', async () => {
  const { page } = await openScreen('/admin/content');
  const entries = page.locator('[data-item^="hero.ticker-"]');
  await entries.first().waitFor();
  const items = () => entries.evaluateAll((cards) => cards.map((each) => each.getAttribute('data-item')));
  const [first, next] = await items();
  const grip = card(page, first ?? '').getByRole('button', { name: /^Move / });
  await grip.focus();
  await page.keyboard.press('Space');
  await page.getByText(/is picked up\. It is number 1 of/).waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowDown');
  await page.getByText(/would be number 2 of/).waitFor({ state: 'attached' });
  await page.keyboard.press('Space');
  await page
    .locator('[data-toast]')
    .getByText(/ is number 2 of /)
    .waitFor();
  expect((await items()).slice(0, 2)).toEqual([next, first]);
});

test('an entry dragged to the lower edge above the preview scrolls the list to its end, and is dropped there', async () => {
  const { page } = await openScreen('/admin/content?section=services');
  await page.setViewportSize({ width: 1440, height: 700 });
  await page.locator('iframe').waitFor();
  const entries = page.locator('[data-item^="services.service-"]');
  const first = await entries.first().getAttribute('data-item');
  const grip = await card(page, first ?? '')
    .getByRole('button', { name: /^Move / })
    .boundingBox();
  if (!grip) throw new Error('no grip');
  await page.mouse.move(grip.x + 8, grip.y + 8);
  await page.mouse.down();
  await page.mouse.move(grip.x + 8, grip.y + 60, { steps: 4 });
  await page.mouse.move(1000, 690, { steps: 8 });
  // It stays in view at the end of its list.
  const count = await entries.count();
  await page.getByText(new RegExp(`would be number ${count} of ${count}`)).waitFor({ state: 'attached' });
  await expect(card(page, first ?? '')).toBeInViewport();
  await page.mouse.up();
  await expect(entries.last()).toHaveAttribute('data-item', first ?? '');
});

/** Waits until the Edit button of the item has the focus beside the banner. Returns whether a click on it reaches it. */
async function isReachable(item: string) {
  const find = () => document.querySelector<HTMLElement>(`[data-item="${item}"] [data-opens-row]:focus`);
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  while (!find() || !document.querySelector('[data-toast]')) await nextFrame();
  await nextFrame();
  await nextFrame();
  const { left, right, top, bottom } = find()?.getBoundingClientRect() ?? new DOMRect();
  return document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest('button') === find();
}

for (const width of [360, 768, 1280]) {
  test(`at ${width} px the save banner moves no row and does not cover the focused button`, async () => {
    const { page } = await openScreen('/admin/content');
    await page.setViewportSize({ width, height: 800 });
    await openEditor(page, 'hero.ticker-hiring').then((field) => field.fill(`Hiring, seen at ${width}`));
    const reached = page.evaluate(isReachable, 'hero.ticker-hiring');
    await save(page);
    expect(await reached).toBe(true);
    await page.getByText('Content updated successfully!').waitFor({ state: 'detached' });

    const row = card(page, 'hero.badge-reporting');
    await row.scrollIntoViewIfNeeded();
    const rowTop = async () => (await row.boundingBox())?.y;
    const before = await rowTop();
    await row.getByRole('button', { name: /^More for/ }).click();
    await page.getByRole('menuitem', { name: /^(?:Hide from|Show on) the site$/ }).click();
    const message = page.locator('[data-toast]').getByText(/ is (?:hidden|shown again)\./);
    await message.waitFor();
    expect(await rowTop()).toBe(before);
    await page.mouse.move(0, 0);
    await message.waitFor({ state: 'detached' });
    expect(await rowTop()).toBe(before);
  });
}

test('a click on the text of a row opens its editor, and the selection of a text does not', async () => {
  const { page } = await openScreen('/admin/content?section=services');
  const row = page.locator('[data-item^="services.service-"]').first();
  const title = row.getByRole('heading');
  const saveButton = row.getByRole('button', { name: 'Save', exact: true });
  await title.click();
  await saveButton.waitFor();
  await row.getByRole('button', { name: 'Cancel' }).click();
  await expect(row.getByRole('button', { name: /^Edit / })).toBeFocused();
  await title.selectText();
  await title.dispatchEvent('click');
  await row.getByRole('button', { name: /^More for / }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor();
  await expect(saveButton).toHaveCount(0);
});

test('the history shows two versions of a picture in full', async () => {
  const images = await colleague().call<{ images: { url: string }[] }>('/api/upload/images');
  const value = (await storedValue('about', 'block-one-team')) as object;
  const picture = { src: images.body.images[0]?.url, alt: 'People at work' };
  await colleague().save('about', 'block-one-team', { ...value, picture, labels: [] });
  const { page } = await openScreen('/admin/content/history?section=about&item=block-one-team');
  const pictures = page.locator('figure img');
  await pictures.nth(1).waitFor();
  expect(await pictures.evaluateAll((all) => all.map((image) => getComputedStyle(image).objectFit))).toEqual([
    'contain',
    'contain',
  ]);
  const names = page.locator('figure figcaption');
  await expect(names).toHaveText(['removed: Illustration: Nine strands, one cloth', /^added: Image: .+\.\w+\)?$/]);
});

test('an older version is compared, restored, and the restore is undone', async () => {
  await colleague().save('hero', 'label', 'What we really help with');
  await colleague().save('hero', 'label', 'What they help with');
  const { page } = await openScreen('/admin/content');
  await chooseAction(page, 'hero.label', 'History');
  await page.getByRole('heading', { name: 'History of Name of the slides' }).waitFor();
  const versions = page.getByRole('list').getByRole('button', { name: /Name of the slides/ });
  await versions.nth(1).waitFor();
  expect(await page.locator('del').allTextContents()).toEqual(['removed: we really']);
  expect(await page.locator('ins').allTextContents()).toEqual(['added: they']);
  expect(await findViolations(page)).toEqual([]);
  await versions.nth(1).click();
  const restore = page.getByRole('button', { name: 'Restore this version' });
  await expect(restore).toHaveAccessibleDescription('Visitors see this version at once.');
  await restore.click();
  await page.getByText(/^The version of .+ is restored\./).waitFor();
  expect(await storedValue('hero', 'label')).toBe('What we really help with');
  // The button is gone, and its entry has the focus.
  await expect.poll(() => focusedText(page)).toContain('Current version');
  await page
    .locator('button[aria-current]')
    .getByText(/Restored the version of \d/)
    .waitFor();
  await undo(page);
  await page.getByText(/Undone/).waitFor();
  expect(await storedValue('hero', 'label')).toBe('What they help with');
});

test('a removed entry is found and restored', async () => {
  expect((await colleague().call('/api/content/cta/faq-guarantee', { method: 'DELETE' })).status).toBe(200);
  const { page } = await openScreen('/admin/content?section=cta');
  await page.getByRole('link', { name: 'Removed items' }).click();
  await page.getByRole('heading', { level: 1, name: 'Removed items' }).waitFor();
  await page
    .getByText(/CTA, .*Removed .* by Editor Two/)
    .first()
    .waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page
    .getByRole('button', { name: /^Restore/ })
    .first()
    .click();
  await page.getByText(/^“.+” is restored\./).waitFor();
  await page.getByText('There are no removed items.').waitFor();
  await expect.poll(() => focusedText(page)).toContain('There are no removed items.');
  expect(await storedValue('cta', 'faq-guarantee')).toBeDefined();
});

test('a table is edited as a spreadsheet: pasted cells, an error at its cell, undo, and the page', async () => {
  const { page } = await openScreen('/admin/content?section=services&item=dashboard-data&field=/projects/3/owner');
  const board = card(page, 'services.dashboard-data');
  const table = board.getByRole('table', { name: 'Projects this week' });
  const owner = table.getByLabel('Owner, row 4');
  await expect(owner).toBeFocused();
  await owner.evaluate((cell) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'Head of accounts\tnever\r\nChannel head\t19-Dec-2026\r\n');
    cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(table.getByLabel('Owner, row 5')).toHaveValue('Channel head');
  await expect(table.getByRole('row').nth(4)).toContainText('Enter a date such as 23 Nov 2026.');
  expect(await findViolations(board)).toEqual([]);
  await page.keyboard.press('Control+z');
  await expect(owner).toHaveValue('Finance controller');
  await page.keyboard.press('Control+Shift+z');
  await table.getByLabel('Due, row 4', { exact: true }).fill('5/12/2026');
  await save(page);
  await saved(page);
  await shows('Head of accounts');
  await page.goto(`${product.stack.url}/admin/content/history?section=services&item=dashboard-data`);
  await page.getByText('Projects this week: GST returns clean-up, Owner').first().waitFor();
});
