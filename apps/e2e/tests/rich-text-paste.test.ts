import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openScreen } from '../support/admin-screen.ts';
import { expect, test } from '../support/fixtures.ts';
import { getText, readDraft, transfer } from '../support/rich-text.ts';
import { useProduct } from '../support/use-product.ts';

const product = useProduct();
const read = (name: string) => readFileSync(join(import.meta.dirname, '../pastes', name), 'utf8');

/** Opens an article and empties its text. */
async function openEmptyText(): Promise<Page> {
  const { page } = await openScreen(product, '/admin/content?section=insights&item=article-hire-for-the-next-stage');
  await getText(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  return page;
}

const notPasted = /(\d+) pictures? could not be pasted/;

const corpus: { name: string; file: string; lines: string[]; pictures?: string }[] = [
  {
    name: 'Word on the desktop',
    file: 'word-desktop.txt',
    lines: [
      '## Notice periods',
      'Plan for **ninety days**, not _thirty_.',
      '- Offer letter',
      '  - Signed by both',
      '- Joining date',
      '1. Call on day one',
      'Owner | Due',
      'Sales head | Friday',
    ],
    pictures: '1',
  },
  {
    name: 'Word in the browser',
    file: 'word-web.txt',
    lines: ['## Monthly review', '**One hour** on the _first Monday_', '- Cash', '  - Overdue invoices', '- Hiring'],
  },
  {
    name: 'Google Docs',
    file: 'google-docs.txt',
    lines: [
      '## Cash comes first',
      'Send the invoice **the same day**, and _call_ within a week: [our terms](https://example.org/terms)',
      '- Name the approver',
      '  - and a deputy',
      '- Name the date',
    ],
    pictures: '2',
  },
  {
    name: 'LibreOffice',
    file: 'libreoffice.txt',
    lines: [
      '### Audit in four weeks',
      'Week one is **listening**, _never_ advice.',
      '1. Interviews',
      '2. Numbers',
      'Step | Days',
      'Interviews | 5',
    ],
  },
  {
    name: 'a web page',
    file: 'web-page.txt',
    lines: [
      '## A heading of the web',
      '**All of this is strong.**',
      'A script link and a [real link](https://example.org/page).',
      'Text in a box with a second line',
      '> Not a heading here',
      '> A quoted line.',
      'Year | Share',
      '2025 | 40 %',
    ],
    pictures: '1',
  },
];

for (const { name, file, lines, pictures } of corpus) {
  test(`text of ${name} becomes blocks of this site, without scripts, styles and pictures`, async () => {
    const page = await openEmptyText();
    await transfer(getText(page), 'paste', { html: read(file), text: 'The same as plain text' });
    await expect.poll(() => readDraft(page)).toEqual(lines);
    const note = await page.locator('[data-rich-text] [role=status]').textContent();
    expect(notPasted.exec(note ?? '')?.[1]).toBe(pictures);
    expect(await page.evaluate(() => 'wasRun' in window)).toBe(false);
  });
}

test('writing goes on below a pasted table at the end, by key and by click, and above it', async () => {
  const page = await openEmptyText();
  const table = '<table><tr><td>Owner</td><td>Due</td></tr></table>';
  await transfer(getText(page), 'paste', { html: table });
  await expect.poll(() => readDraft(page)).toEqual(['Owner | Due']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('By key');
  await getText(page).getByText('Owner').click();
  await expect(async () => {
    await page.keyboard.press('ArrowUp');
    await expect(page.locator('.ProseMirror-gapcursor')).toHaveCount(1, { timeout: 1 });
  }).toPass(); // the editor learns of a click after the browser
  await page.keyboard.type('Above');
  await expect.poll(() => readDraft(page)).toEqual(['Above', 'Owner | Due', 'By key']);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await transfer(getText(page), 'paste', { html: table });
  const { height = 0 } = (await getText(page).boundingBox()) ?? {};
  await getText(page).click({ position: { x: 300, y: height - 12 } });
  await page.keyboard.type('By click');
  await expect.poll(() => readDraft(page)).toEqual(['Owner | Due', 'By click']);
});

test('a message of WhatsApp keeps its bold and italic words, its lists and its address', async () => {
  const page = await openEmptyText();
  await transfer(getText(page), 'paste', { text: read('whatsapp.txt') });
  await expect
    .poll(() => readDraft(page))
    .toEqual([
      '**Diwali timings**',
      'We close at _four_ on Friday.',
      '- Head office',
      '- Warehouse',
      '1. Call the guard',
      '2. Lock the gate',
      'नमस्ते, details: [https://example.org/diwali](https://example.org/diwali).',
    ]);
});

test('a picture on the computer of its author is named where the text was pasted', async () => {
  const page = await openEmptyText();
  for (let line = 0; line < 40; line += 1) await page.keyboard.press('Enter');
  const html = String.raw`<p>From Word</p><p><img src="file:///C:/Users/me/team.png"><img src="C:\Users\me\plan.png"></p>`;
  await transfer(getText(page), 'paste', { html });
  await expect(page.getByText('2 pictures could not be pasted. Insert them with the Image button.')).toBeInViewport();
});

test('dropped text takes the same path as pasted text', async () => {
  const page = await openEmptyText();
  await transfer(getText(page), 'drop', { html: read('google-docs.txt') });
  await expect.poll(() => readDraft(page)).toContain('  - and a deputy');
});

test('a paste of several megabytes is refused with a sentence, and the text stays', async () => {
  const page = await openEmptyText();
  await page.keyboard.type('Before');
  await transfer(getText(page), 'paste', { html: `<p>${'Many words. '.repeat(450_000)}</p>` });
  await page.getByText('This is too much to paste at once. Paste it in several parts.').waitFor();
  expect(await readDraft(page)).toEqual(['Before']);
});

test('an address that is pasted over selected words becomes their link', async () => {
  const page = await openEmptyText();
  await page.keyboard.type('Our prices');
  await page.keyboard.press('Shift+Home');
  await transfer(getText(page), 'paste', { text: 'https://example.org/prices' });
  await expect.poll(() => readDraft(page)).toEqual(['[Our prices](https://example.org/prices)']);
});

test('a block that is copied in the editor keeps its attributes', async () => {
  const page = await openEmptyText();
  await page.keyboard.type('/callout');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Check twice');
  await page.getByRole('button', { name: 'Kind of box' }).click();
  const dialog = page.getByRole('dialog', { name: 'Highlighted box' });
  await dialog.getByRole('combobox', { name: 'Kind' }).selectOption('Warning');
  // In the same task: keys that are pressed before the next frame belong to the text.
  const hasFocus = await dialog.getByRole('button', { name: 'Apply' }).evaluate((button: HTMLElement) => {
    button.click();
    return document.activeElement?.matches('[contenteditable=true]');
  });
  expect(hasFocus).toBe(true);
  await page.keyboard.press('Control+a');
  const copy = () =>
    getText(page).evaluate((element) => {
      const data = new DataTransfer();
      element.dispatchEvent(new ClipboardEvent('copy', { bubbles: true, cancelable: true, clipboardData: data }));
      return data.getData('text/html');
    });
  // The editor learns what is selected from an event of the browser, which a busy machine may delay.
  await expect.poll(copy).toContain('Check twice');
  const html = await copy();
  await page.keyboard.press('Backspace');
  await transfer(getText(page), 'paste', { html });
  await expect.poll(() => readDraft(page)).toEqual(['warning! Check twice']);
});
