import type { FrameLocator, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { field, headline, openPreview } from '../support/preview-screen.ts';
import { useProduct } from '../support/use-product.ts';

const product = useProduct();

/** Clicks a text of the page, and waits for the caret in it. */
async function typeAt(text: ReturnType<FrameLocator['locator']>): Promise<void> {
  await text.click();
  await expect(text).toHaveAttribute('contenteditable', 'plaintext-only');
  await expect(text).toBeFocused();
}

async function discard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.close();
}

test('a click on a text of the page opens its editor, and typing changes page and form', async () => {
  const { page, shown } = await openPreview(product, 'section=hero');
  const title = headline(shown);
  await typeAt(title);
  await expect(title).toHaveRole('textbox');
  const rendered = page.waitForResponse((reply) => reply.request().postData()?.includes('Typed on the page') ?? false);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Typed on the page', { delay: 20 });
  await expect(field(page, 'hero.title', '')).toHaveValue('Typed on the page');
  await expect(title).toHaveText('Typed on the page');
  // The caret stays while the page is rendered again.
  await rendered;
  await page.keyboard.type(', without a pause');
  await expect(field(page, 'hero.title', '')).toHaveValue('Typed on the page, without a pause');
  await expect(title).toBeFocused();
  await discard(page);
});

test('after a save the next text is typed, in another section', async () => {
  const { page, shown } = await openPreview(product, 'section=hero');
  const title = headline(shown);
  await typeAt(title);
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' Now.');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(title).not.toHaveAttribute('contenteditable');
  await product.shows('already have. Now.');
  const service = shown.locator('#services h3').first();
  await typeAt(service);
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' and more');
  await expect(page.locator('form [data-pointer="/title"]')).toHaveValue(/ and more$/);
  await expect(service).toHaveText(/ and more$/);
  await discard(page);
});

test('Undo and Redo on the page are those of the form, and Escape restores the text', async () => {
  const { page, shown } = await openPreview(product, 'section=hero');
  const title = headline(shown);
  const before = ((await title.textContent()) ?? '').trim();
  await typeAt(title);
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' One');
  const value = field(page, 'hero.title', '');
  await expect(value).toHaveValue(`${before} One`);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(value).toHaveValue(before);
  await expect(title).toHaveText(before);
  await expect(title).toBeFocused();
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(title).toHaveText(`${before} One`);
  await page.keyboard.type(' Two');
  await expect(value).toHaveValue(`${before} One Two`);
  await page.keyboard.press('Escape');
  await expect(title).not.toHaveAttribute('contenteditable');
  await expect(title).toHaveText(before);
  await expect(value).toHaveValue(before);
  // However soon it was pressed, it is undone by itself.
  await value.press('ControlOrMeta+z');
  await expect(value).toHaveValue(`${before} One Two`);
  await page.close();
});

test('pasted lines become one, Enter ends the typing, and an emptied text can be typed again', async () => {
  const { page, shown } = await openPreview(product, 'section=hero');
  const title = headline(shown);
  await typeAt(title);
  await page.keyboard.press('ControlOrMeta+a');
  await title.evaluate((element) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('text/plain', 'Two\r\n  lines ');
    const options = { dataTransfer, inputType: 'insertFromPaste', bubbles: true, cancelable: true };
    element.dispatchEvent(new InputEvent('beforeinput', options));
  });
  const value = field(page, 'hero.title', '');
  await expect(value).toHaveValue('Two lines');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Backspace');
  await expect(value).toHaveValue('');
  await page.getByText('Fill in to update the preview: Headline.').waitFor();
  await page.keyboard.type('Typed again');
  await expect(value).toHaveValue('Typed again');
  await page.keyboard.press('Enter');
  await expect(title).not.toHaveAttribute('contenteditable');
  await expect(title).toHaveText('Typed again');
  await discard(page);
});

test('Undo brings a text back that was emptied, and a discarded text leaves the page', async () => {
  const { page, shown } = await openPreview(product, 'section=hero');
  const title = headline(shown);
  const before = ((await title.textContent()) ?? '').trim();
  await typeAt(title);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Backspace');
  const value = field(page, 'hero.title', '');
  await expect(value).toHaveValue('');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(value).toHaveValue(before);
  await expect(title).toHaveText(before);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Backspace');
  await expect(value).toHaveValue('');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(title).toHaveText(before);
  await page.close();
});

test('a Hindi word is composed, and reaches the form when it is complete', async () => {
  const { page, shown } = await openPreview(product, 'section=hero');
  const title = headline(shown);
  await typeAt(title);
  await page.keyboard.press('ControlOrMeta+a');
  const keyboard = await page.context().newCDPSession(page);
  for (const text of ['न', 'नम', 'नमस', 'नमस्त', 'नमस्ते'])
    await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  await keyboard.send('Input.insertText', { text: 'नमस्ते' });
  await expect(title).toHaveText('नमस्ते');
  await expect(field(page, 'hero.title', '')).toHaveValue('नमस्ते');
  await discard(page);
});

test('a text over its limit is not cut, and the limit is named', async () => {
  const { page, shown } = await openPreview(product, 'section=hero');
  const subtitle = shown.locator('.hero .lead').first();
  await typeAt(subtitle);
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('x'.repeat(200));
  await expect(field(page, 'hero.subtitle', '')).toHaveValue(/x{200}$/);
  await page.getByText(/^“Sub-headline” is \d+ characters too long/).waitFor();
  await discard(page);
});
