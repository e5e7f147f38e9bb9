import type { Page } from '@playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { findPageViolations, renderAllSections } from '../../support/site-pages.ts';
import { visit } from '../../support/visit.ts';

const getChooser = (page: Page) => page.getByRole('combobox', { name: 'Theme', includeHidden: true });

const colours = (page: Page) =>
  page.evaluate(() => ({
    canvas: getComputedStyle(document.body).backgroundColor,
    bars: [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].map((bar) => bar.content),
  }));

test("a colour scheme is chosen by keyboard, kept for the next visit, and reset to the device's", async () => {
  const page = await visit({ colorScheme: 'light' });
  const light = await colours(page);
  await getChooser(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const dark = await colours(page);
  expect(dark.canvas).not.toBe(light.canvas);
  expect(dark.bars).toEqual([light.bars[1], light.bars[1]]);

  await page.goto(new URL('/terms/', page.url()).href);
  expect(await colours(page)).toEqual(dark);
  await expect(getChooser(page)).toHaveValue('dark');

  await getChooser(page).selectOption('System');
  await expect.poll(() => colours(page)).toEqual(light);
});

for (const [scheme, width, names] of [
  ['light', 1024, ['Dark', 'Light', 'System']],
  ['dark', 360, ['Light', 'Dark', 'System']],
] as const) {
  test(`the header's theme button changes the colours of a ${scheme} device immediately (${width} px)`, async () => {
    const page = await visit({ colorScheme: scheme, viewport: { width, height: 900 } });
    if (width < 768) await page.getByRole('button', { name: 'Menu' }).click();
    const button = page.getByRole('button', { name: /^Theme/ });
    const seen = [(await colours(page)).canvas];
    await button.focus();
    for (const name of names) {
      await page.keyboard.press('Enter');
      await expect(button).toContainText(`Theme: ${name}`);
      await expect(getChooser(page)).toHaveValue(name.toLowerCase());
      seen.push((await colours(page)).canvas);
    }
    const [first, other] = seen;
    expect(other).not.toBe(first);
    expect(seen).toEqual([first, other, first, first]);
    await page.keyboard.press('Enter');
    await page.reload();
    await expect(page.locator('.theme-button')).toContainText(`Theme: ${names[0]}`);
  });
}

test('the chosen colours apply before the first paint', async () => {
  const page = await visit({ colorScheme: 'light' });
  await getChooser(page).selectOption('Dark');
  const { canvas } = await colours(page);
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body) return;
      observer.disconnect();
      Object.assign(globalThis, { firstCanvas: getComputedStyle(document.documentElement).colorScheme });
    }).observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  await expect.poll(() => page.evaluate(() => (globalThis as { firstCanvas?: string }).firstCanvas)).toBe('dark');
  expect((await colours(page)).canvas).toBe(canvas);
});

for (const [colorScheme, choice, width] of [
  ['light', 'Dark', 360],
  ['dark', 'Light', 1280],
] as const) {
  test(`colours chosen on a ${colorScheme} device have no accessibility violation: ${choice}, ${width} px`, async () => {
    const page = await visit({ colorScheme, viewport: { width, height: 900 } });
    await renderAllSections(page);
    // The bottom bar of a phone covers nothing at the end of the page, and is hidden at its beginning.
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    expect(await findPageViolations(page, '.theme-switch')).toEqual([]);
    await getChooser(page).selectOption(choice);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    expect(await findPageViolations(page)).toEqual([]);
  });
}

test('without JavaScript there is no theme switch', async () => {
  const page = await visit({ javaScriptEnabled: false });
  expect(await page.locator('.theme-switch').isVisible()).toBe(false);
  expect(await page.locator('.theme-button').isVisible()).toBe(false);
});
