import type { Page } from '@playwright/test';
import { findViolations, openScreen, publish, published } from '../support/admin-screen.ts';
import { expect, test } from '../support/fixtures.ts';
import { getText, readDraft } from '../support/rich-text.ts';
import { readPage } from '../support/session.ts';
import { until } from '../support/stack.ts';
import { useProduct } from '../support/use-product.ts';

const product = useProduct();
const article = 'article-the-friday-page';
const articlePath = '/insights/the-friday-page/';
const editorPath = `/admin/content?section=insights&item=${article}`;

/** Opens an article and empties its text. */
async function openEmptyText(): Promise<Page> {
  const { page } = await openScreen(product, editorPath);
  await emptyText(page);
  return page;
}

async function emptyText(page: Page): Promise<void> {
  await getText(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
}

/** Types lines, with Enter between them. */
async function typeLines(page: Page, lines: string[]): Promise<void> {
  for (const [index, line] of lines.entries()) {
    if (index > 0) await page.keyboard.press('Enter');
    await page.keyboard.type(line);
  }
}

const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Format: Text' });
const tool = (page: Page, name: string) => toolbar(page).getByRole('button', { name, exact: true });

test('characters of Markdown format a paragraph while it is typed', async () => {
  const page = await openEmptyText();
  await typeLines(page, [
    '# A heading',
    '### A smaller one',
    'A **bold** and _slanted_ word',
    'A __bold__ and *slanted* word on [our page](/terms/).',
    '- One',
    'Two',
    '',
    '1. First',
    '',
    '> Quoted',
  ]);
  await expect
    .poll(() => readDraft(page))
    .toEqual([
      '## A heading',
      '### A smaller one',
      'A **bold** and _slanted_ word',
      'A **bold** and _slanted_ word on [our page](/terms/).',
      '- One',
      '- Two',
      '1. First',
      '> Quoted',
    ]);
});

test('the slash menu filters blocks, is operated by keys, and names the active option', async () => {
  const page = await openEmptyText();
  await page.keyboard.type('/');
  const list = page.getByRole('listbox', { name: 'Blocks' });
  await expect(list.getByRole('option')).toHaveCount(11);
  await expect(getText(page)).toHaveAttribute('role', 'combobox');
  await expect(getText(page)).toHaveAttribute('aria-expanded', 'true');
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  const active = list.locator('[aria-selected=true]');
  await expect(active).toHaveText(/^Small heading/);
  await expect(getText(page)).toHaveAttribute('aria-activedescendant', String(await active.getAttribute('id')));
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await expect(getText(page)).toHaveAttribute('role', 'textbox');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('/tab');
  await expect(list.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await page.keyboard.type('Owner');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Due');
  await expect.poll(async () => (await readDraft(page))[0]).toBe('Owner | Due | ');
  await page.getByRole('button', { name: 'Remove column' }).click();
  await page.getByRole('button', { name: 'Add row' }).click();
  await expect.poll(async () => (await readDraft(page)).filter((line) => line.includes('|')).length).toBe(4);
  expect((await readDraft(page))[0]).toBe('Owner | ');
});

test('the toolbar is one tab stop, and its buttons say what applies at the caret', async () => {
  const page = await openEmptyText();
  await page.keyboard.type('Words');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+b');
  await expect(tool(page, 'Bold')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Alt+F10');
  await expect(tool(page, 'Paragraph')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(getText(page)).toBeFocused();
  await expect.poll(() => readDraft(page)).toEqual(['## **Words**']);
  await page.keyboard.press('Alt+F10');
  await page.keyboard.press('End');
  await expect(tool(page, 'Keyboard shortcuts')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts of the text' }).waitFor();
  expect(await toolbar(page).locator('[tabindex="0"]').count()).toBe(1);
});

test('a link is added with Ctrl+K, refused with a reason, changed and removed', async () => {
  const page = await openEmptyText();
  await page.keyboard.type('our services');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+k');
  const address = page.getByRole('combobox', { name: 'Leads to' });
  await address.fill('javascript:alert(1)');
  await page.getByRole('button', { name: 'Add link' }).click();
  await page.getByText('Choose a page from the list').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await address.fill('next stage');
  await page.getByRole('option', { name: /^Hire for the next stage, not the last crisis \/insights/ }).waitFor();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(getText(page)).toBeFocused();
  await page.keyboard.press('Control+k');
  await address.fill('serv');
  await page.getByRole('option', { name: 'Services Home page, section Services' }).click();
  await expect.poll(() => readDraft(page)).toEqual(['[our services](#services)']);
  const link = page.getByRole('region', { name: 'Link' });
  await expect(link.getByText('Home page, section Services')).toBeVisible();
  const readOffset = () =>
    getText(page).evaluate(
      (text) =>
        text.getBoundingClientRect().top - (text.closest('[data-rich-text]') as Element).getBoundingClientRect().top,
    );
  const withBar = await readOffset();
  await expect(link.getByRole('link', { name: 'Open' })).toHaveAttribute('href', '/#services');
  await link.getByRole('button', { name: 'Change link' }).click();
  await expect(page.getByRole('option')).toHaveCount(0);
  await address.fill('example.org/services');
  await page.getByRole('form', { name: 'Link' }).getByRole('button', { name: 'Change link' }).click();
  await expect.poll(() => readDraft(page)).toEqual(['[our services](https://example.org/services)']);
  await link.getByRole('button', { name: 'Remove link' }).click();
  await expect.poll(() => readDraft(page)).toEqual(['our services']);
  // The bar has its room also while it is empty.
  await expect(link).toHaveCount(0);
  expect(await readOffset()).toBe(withBar);
});

test('a picture comes from the library, with caption, and a number from a small form', async () => {
  const page = await openEmptyText();
  await tool(page, 'Image').click();
  const form = page.getByRole('dialog', { name: 'Add an image' });
  await page.getByRole('dialog', { name: 'Choose an image' }).waitFor();
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await form.getByText('Choose an image.').waitFor();
  await form.getByRole('button', { name: 'Choose an image' }).click();
  await page.getByRole('tab', { name: 'Illustrations' }).click();
  await page.getByRole('dialog', { name: 'Choose an image' }).getByRole('tabpanel').getByRole('button').first().click();
  await form.getByRole('textbox', { name: 'Caption' }).fill('A drawing');
  expect(await findViolations(page)).toEqual([]);
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(getText(page)).toBeFocused();
  await tool(page, 'Big number').click();
  const number = page.getByRole('dialog', { name: 'Add a big number' });
  await number.getByRole('textbox', { name: 'Number' }).fill('42 %');
  await number.getByRole('textbox', { name: 'Meaning' }).fill('invoices paid late');
  await number.getByRole('button', { name: 'Add', exact: true }).click();
  await page.keyboard.type('After it');
  await expect
    .poll(() => readDraft(page))
    .toEqual([
      expect.stringMatching(/^image \/art\/[\w-]+ \(A drawing\)$/),
      'number 42 %: invoices paid late',
      'After it',
    ]);
  await getText(page).locator('[data-block=image]').click();
  await page.getByRole('radiogroup', { name: 'Width of the image' }).getByText('Wide').click();
  await expect(getText(page).locator('[data-width=wide]')).toBeVisible();
});

test('Back closes one dialog at a time, and text that was typed in a dialog is not lost without a question', async () => {
  const { page } = await openScreen(product, '/admin/articles');
  await page.getByRole('link', { name: 'The Friday page' }).first().click();
  await getText(page).waitFor();
  const address = page.url();
  await tool(page, 'Image').click();
  const form = page.getByRole('dialog', { name: 'Add an image' });
  const library = page.getByRole('dialog', { name: 'Choose an image' });
  await library.waitFor();
  await page.goBack();
  await expect(library).toHaveCount(0);
  await form.getByRole('textbox', { name: 'Caption' }).fill('A drawing');
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  for (const close of [() => page.goBack(), () => page.keyboard.press('Escape'), () => page.mouse.click(5, 5)]) {
    await close();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(question).toHaveCount(0);
    await expect(form.getByRole('textbox', { name: 'Caption' })).toHaveValue('A drawing');
  }
  await page.goBack();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(form).toHaveCount(0);
  expect(page.url()).toBe(address);
});

test('Undo reverts step by step in the text, and the form follows', async () => {
  const page = await openEmptyText();
  await page.keyboard.type('Kept');
  await page.keyboard.press('Enter');
  await tool(page, 'Quote').click();
  await page.keyboard.press('Control+z');
  await expect.poll(() => readDraft(page)).toEqual(['Kept']);
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => readDraft(page)).toEqual(['Kept', '> ']);
  await page.getByRole('button', { name: 'Undo this field' }).click();
  await expect(getText(page)).not.toContainText('Kept');
  await expect(getText(page).locator('p').first()).not.toBeEmpty();
});

test('Hindi that an input method composes arrives exactly', async () => {
  const page = await openEmptyText();
  await page.keyboard.type('Before ');
  const devtools = await page.context().newCDPSession(page);
  for (const text of ['न', 'नम', 'नमस', 'नमस्', 'नमस्ते']) {
    await devtools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  }
  await devtools.send('Input.insertText', { text: 'नमस्ते' });
  await expect.poll(() => readDraft(page)).toEqual(['Before नमस्ते']);
});

test('the writer publishes, and the page shows the text', async () => {
  const { page } = await openScreen(product, editorPath);
  await emptyText(page);
  await typeLines(page, ['## One page for Friday', 'Five lines, and one owner for **each**.']);
  await publish(page);
  await published(page);
  await until('visitors see the text', async () => {
    const html = await readPage(product.stack.url, articlePath);
    return /<h2[^>]*>\s*One page for Friday\s*<\/h2>/.test(html) && html.includes('<strong>each</strong>');
  });
});

test('the previews of Google and WhatsApp follow the SEO title while it is typed', async () => {
  const { page } = await openScreen(product, editorPath);
  const google = page.getByRole('figure', { name: 'In Google' });
  const whatsApp = page.getByRole('figure', { name: 'In WhatsApp' });
  await google.getByText('› insights › the-friday-page').waitFor();
  await whatsApp.getByText('The Friday page: one sheet').first().waitFor();
  await page.getByRole('textbox', { name: 'SEO title' }).fill('One page a week');
  await google.getByText('One page a week | Threadline Advisory').waitFor();
  await whatsApp.getByText('One page a week').first().waitFor();
  expect(await findViolations(google)).toEqual([]);
  expect(await findViolations(whatsApp)).toEqual([]);
});

test('Undo and Redo cover the title, the summary and the text in the order of their changes', async () => {
  const page = await openEmptyText();
  await page.keyboard.type('First words.');
  const title = page.locator('form [data-pointer="/title"]');
  const summary = page.locator('form [data-pointer="/excerpt"]');
  const [oldTitle, oldSummary] = [await title.inputValue(), await summary.inputValue()];
  await title.fill('Another title');
  await getText(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Second words.');
  await summary.fill('Another summary.');
  const steps = async () => [await title.inputValue(), (await readDraft(page)).join(), await summary.inputValue()];
  const states = [
    [oldTitle, 'First words.', oldSummary],
    ['Another title', 'First words.', oldSummary],
    ['Another title', 'First words. Second words.', oldSummary],
    ['Another title', 'First words. Second words.', 'Another summary.'],
  ];
  await page.keyboard.press('Control+z');
  await expect.poll(steps).toEqual(states[2]);
  await expect(summary).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect.poll(steps).toEqual(states[1]);
  await expect(getText(page)).toBeFocused();
  await tool(page, 'Undo').click();
  await expect.poll(steps).toEqual(states[0]);
  await expect(title).toBeFocused();
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(steps).toEqual(states[1]);
  await tool(page, 'Redo').click();
  await expect.poll(steps).toEqual(states[2]);
  // The caret is after the restored words.
  await page.keyboard.type('!');
  await expect.poll(() => readDraft(page)).toEqual(['First words. Second words.!']);
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Control+z');
  await expect.poll(steps).toEqual(states[0]);
});
