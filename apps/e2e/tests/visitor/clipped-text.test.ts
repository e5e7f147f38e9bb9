import type { Page } from '@playwright/test';
import { findClippedText } from '../../support/clipped-text.ts';
import { openDialog } from '../../support/enquiry.ts';
import { expect, test } from '../../support/fixtures.ts';
import { listPages, renderAllSections } from '../../support/site-pages.ts';
import { siteUrl, visit } from '../../support/visit.ts';

/** The text spacing of WCAG 1.4.12. */
const spacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';

const space = (page: Page, text: string) =>
  page.evaluate((rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, text);

/** Hydrates the growth check: its result replaces a note that is clipped on purpose. */
async function hydrateGrowthCheck(page: Page) {
  await renderAllSections(page);
  const result = page.locator('.growth-hydrated');
  await page.locator('#growth-audit').scrollIntoViewIfNeeded();
  await result.waitFor({ state: 'attached' });
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
}

/** Returns the clipped texts by width. */
async function lostAt(page: Page, widths: readonly number[], height = 800): Promise<Record<string, string[]>> {
  const lost: Record<string, string[]> = {};
  for (const width of widths) {
    await page.setViewportSize({ width, height });
    const found = await findClippedText(page);
    if (found.length > 0) lost[`${width} px`] = found;
  }
  return lost;
}

test('the landing page cuts off no text from 320 to 1536 px, nor with the spacing of WCAG 1.4.12', async () => {
  const page = await visit();
  await hydrateGrowthCheck(page);
  expect(await lostAt(page, [320, 640, 768, 1024, 1280, 1536])).toEqual({});
  await space(page, spacing);
  expect(await lostAt(page, [1280, 768, 320])).toEqual({});
});

test('no other page cuts off text in a narrow window, nor with the spacing of WCAG 1.4.12', async () => {
  const page = await visit();
  const lost: Record<string, object> = {};
  for (const path of (await listPages(siteUrl)).filter((each) => each !== '/')) {
    await page.goto(siteUrl + path);
    await renderAllSections(page);
    const plain = await lostAt(page, [1024, 320]);
    await space(page, spacing);
    const spaced = await lostAt(page, [320]);
    if (Object.keys({ ...plain, ...spaced }).length > 0) lost[path] = { plain, spaced };
  }
  expect(lost).toEqual({});
});

test('without JavaScript no text is cut off at 320 px: all slides, the plain form', async () => {
  const page = await visit({ javaScriptEnabled: false, viewport: { width: 320, height: 800 } });
  // Sections are otherwise rendered when a visitor scrolls near them.
  await page.locator('.deferred').evaluateAll((parts) => {
    for (const part of parts) part.classList.remove('deferred');
  });
  expect(await findClippedText(page)).toEqual([]);
});

for (const [title, viewport] of [
  ['200 %', { width: 640, height: 450 }],
  ['400 %', { width: 320, height: 256 }],
] as const) {
  test(`zoomed to ${title}, menu and dialog cut off no text and are usable`, async () => {
    const page = await visit({ viewport });
    await hydrateGrowthCheck(page);
    await page.getByRole('button', { name: 'Menu' }).click();
    expect(await findClippedText(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const { dialog, send, company } = await openDialog(page);
    expect(await findClippedText(page)).toEqual([]);
    for (const control of [company, send, dialog.getByRole('button', { name: 'Cancel' })]) {
      await control.scrollIntoViewIfNeeded();
      await control.click({ trial: true });
    }
    await space(page, spacing);
    expect(await findClippedText(page)).toEqual([]);
  });
}

test('on paper no text is cut off, all slides are printed, and controls are omitted', async () => {
  const page = await visit({ viewport: { width: 720, height: 1000 } });
  await page.emulateMedia({ media: 'print' });
  expect(await findClippedText(page)).toEqual([]);
  const tops = await page
    .locator('.slide .headline')
    .evaluateAll((all) => all.map((headline) => headline.checkVisibility() && headline.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(4);
  expect(tops).not.toContain(false);
  for (const part of ['.hero-foot', '.sticky-bar', '.menu-button', '.ticker button', '.newsletter', '.theme-switch']) {
    for (const found of await page.locator(part).all()) expect(await found.isVisible(), part).toBe(false);
  }
  const file = await page.pdf({ format: 'A4' });
  expect(file.subarray(0, 4).toString()).toBe('%PDF');
});
