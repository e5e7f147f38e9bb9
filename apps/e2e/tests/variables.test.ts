import type { Page } from '@playwright/test';
import { card, findViolations, openEditor, publish, published, save, saved } from '../support/admin-screen.ts';
import { useEditors } from '../support/editors.ts';
import { expect, test } from '../support/fixtures.ts';
import { field as getField, openPreview } from '../support/preview-screen.ts';
import { getText, outline, readDraft, type StoredNode, transfer } from '../support/rich-text.ts';
import { readPage } from '../support/session.ts';
import { until } from '../support/stack.ts';

const { product, colleague, openScreen, storedValue } = useEditors();

const openField = async (page: Page) => {
  const field = await openEditor(page, 'hero.availability');
  await expect(field).toHaveAttribute('contenteditable', 'true');
  return field;
};

test('a value that the site fills in is a unit of its field: inserted, deleted, restored, copied and published', async () => {
  const { page } = await openScreen('/admin/content');
  const field = await openField(page);
  await expect(field).toHaveText('working days, opening time to closing time IST. Replies within 24-48 hours.');
  await expect(field).toHaveAccessibleName('Text under the buttons');
  await card(page, 'hero.availability').getByText('Text under the buttons', { exact: true }).last().click();
  await expect(field).toBeFocused();
  await field.fill('Open ');
  await card(page, 'hero.availability').getByRole('button', { name: 'opening time' }).click();
  await page.keyboard.type(' to {closing');
  await page.getByRole('option', { name: 'closing time' }).waitFor();
  expect(await findViolations(card(page, 'hero.availability'))).toEqual([]);
  await page.keyboard.press('Enter');
  await page.keyboard.type(' {da');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.keyboard.type('ys}');
  await expect(field).toHaveText('Open opening time to closing time working days');

  await page.keyboard.press('Backspace');
  await expect(field).toHaveText('Open opening time to closing time ');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(field).toHaveText('Open opening time to closing time working days');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+x');
  await expect(field).toHaveText('');
  await page.keyboard.press('ControlOrMeta+v');
  await page.keyboard.type('IST');
  await expect(field).toHaveText('Open opening time to closing time IST');
  await save(page);
  await saved(page);
  expect(await storedValue('hero', 'availability')).toBe('Open {opens} to {closes} IST');
  await product.shows('Open 9:30 am to 6:30 pm IST');
  await expect(card(page, 'hero.availability')).toContainText('Open 9:30 am to 6:30 pm IST');
});

test('the text of a message keeps its lines, and takes Hindi from an input method', async () => {
  const { page } = await openScreen('/admin/content?section=mail');
  const before = (await storedValue('mail', 'reply')) as { body: string };
  await openEditor(page, 'mail.reply');
  const field = card(page, 'mail.reply').getByRole('textbox', { name: 'Text' });
  await expect(field).toHaveAttribute('contenteditable', 'true');
  await field.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  const devtools = await page.context().newCDPSession(page);
  for (const text of ['न', 'नमस', 'नमस्ते']) {
    await devtools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  }
  await devtools.send('Input.insertText', { text: 'नमस्ते' });
  await page.keyboard.type(' {name');
  await page.keyboard.press('Tab');
  await save(page);
  await saved(page);
  expect(await storedValue('mail', 'reply')).toEqual({ ...before, body: `${before.body}\n\nनमस्ते {name}` });
});

test('text that is typed while the editor loads stays, and so does the caret; without the editor, an input remains', async () => {
  const { page } = await openScreen('/admin/content');
  const { promise, resolve } = Promise.withResolvers<void>();
  const editor = '**/variable-editor.*.js*';
  await page.route(editor, async (route) => {
    await promise;
    await route.continue();
  });
  const field = await openEditor(page, 'hero.availability');
  await field.fill('Open {days} late');
  const buttons = card(page, 'hero.availability').getByRole('group', { name: 'Filled in by the site' });
  const place = await buttons.boundingBox();
  await field.evaluate((input: HTMLTextAreaElement) => input.setSelectionRange(11, 11));
  resolve();
  await expect(field).toHaveAttribute('contenteditable', 'true');
  expect(await buttons.boundingBox()).toEqual(place);
  await page.keyboard.type(' until');
  await expect(field).toHaveText('Open working days until late');

  await page.route(editor, (route) => route.abort());
  await page.reload();
  await page.getByRole('button', { name: 'Discard' }).click();
  await field.fill('Open on ');
  await card(page, 'hero.availability').getByRole('button', { name: 'working days' }).click();
  await save(page);
  await saved(page);
  expect(await storedValue('hero', 'availability')).toBe('Open on {days}');
});

test('a click on the text in the preview leads to the field, and the page follows the typing', async () => {
  await colleague().save('hero', 'availability', '{days} only, and gladly');
  const { page, shown } = await openPreview(product, 'section=hero');
  const line = shown.locator('.availability').first();
  await expect(line).toHaveText(/gladly$/);
  // Not at the names of the days, which are texts of another item. The preview is scaled.
  const end = await line.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().width / element.getBoundingClientRect().width;
  });
  const { width = 0, height = 0 } = (await line.boundingBox()) ?? {};
  await line.click({ position: { x: end * width - 8, y: height / 2 } });
  const text = getField(page, 'hero.availability', '');
  await expect(text).toHaveAttribute('contenteditable', 'true');
  await expect(text).toBeFocused();
  await page.keyboard.type('{closes} ');
  await expect(line).toContainText('6:30 pm');
});

test('in the text of a page, a value is a unit too: shown by its meaning, inserted by menu, typed, copied and published', async () => {
  const meaning = 'months that enquiries are kept';
  const { page } = await openScreen('/admin/content?section=site&item=page-privacy');
  const text = getText(page);
  const tools = page.getByRole('toolbar', { name: 'Format: Text' });
  const units = text.getByTitle('Filled in by the site');
  await expect(units).toHaveText([meaning]);
  await expect(text).toContainText(`Enquiries: ${meaning} after our last exchange`);
  await expect(text).not.toContainText('{');
  const before = outline(((await storedValue('site', 'page-privacy')) as { body: StoredNode }).body);

  // The arrow keys select the unit on their way, and Backspace deletes it as one.
  await units.click();
  await page.keyboard.press('ArrowLeft');
  await expect(text.locator('.ProseMirror-selectednode')).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(text.locator('.ProseMirror-selectednode')).toHaveText(meaning);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('!');
  await expect(text).toContainText(`Enquiries: ${meaning}! after`);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await expect(units).toHaveCount(0);
  await expect(text).toContainText('Enquiries:  after');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(units).toHaveText([meaning]);

  await page.keyboard.press('ControlOrMeta+End');
  await expect(tools.getByRole('button', { name: 'Paragraph' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/months');
  await page.getByRole('listbox', { name: 'Blocks' }).getByRole('option', { name: meaning }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type(' by menu, **for {retention} typed**, ');
  await tools.getByRole('button', { name: 'Value filled in by the site' }).click();
  await page.getByRole('listbox', { name: 'Filled in by the site' }).getByRole('option', { name: meaning }).click();
  await page.keyboard.type(' by button.');
  const last = text.locator('p').last();
  await expect(last).toHaveText(`${meaning} by menu, for ${meaning} typed, ${meaning} by button.`);
  await expect(last.locator('strong')).toHaveText(`for ${meaning} typed`);
  expect(await findViolations(text)).toEqual([]);

  const stored = '{retention} by menu, **for {retention} typed**, {retention} by button.';
  await expect.poll(() => readDraft(page)).toEqual([...before, stored]);
  // The bold text may be on two lines, and a value may be in the middle of its box.
  const { x, y } = await last.locator('strong').evaluate(({ firstChild }) => {
    const range = new Range();
    range.selectNodeContents(firstChild as Node);
    return range.getClientRects()[0] as DOMRect;
  });
  await page.mouse.click(x + 4, y + 8, { clickCount: 3 });
  const copied = await text.evaluate((element) => {
    const data = new DataTransfer();
    element.dispatchEvent(new ClipboardEvent('copy', { bubbles: true, cancelable: true, clipboardData: data }));
    return { text: data.getData('text/plain'), html: data.getData('text/html') };
  });
  expect(copied.text).toBe(stored.replaceAll('**', ''));
  await page.keyboard.press('Backspace');
  await expect(last).toHaveText('');
  await transfer(text, 'paste', copied);
  await expect(text.locator('p').last()).toHaveText(`${meaning} by menu, for ${meaning} typed, ${meaning} by button.`);

  await publish(page);
  await published(page);
  const { body } = (await storedValue('site', 'page-privacy')) as { body: StoredNode };
  expect(outline(body)).toEqual([...before, stored]);
  await until('the page shows the period', async () =>
    (await readPage(product.stack.url, '/privacy/')).includes(
      '12 months by menu, <strong>for 12 months typed</strong>',
    ),
  );
});
