import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { visit } from '../../support/visit.ts';

const colours = (page: Page) =>
  page.evaluate(() => ({
    canvas: getComputedStyle(document.body).backgroundColor,
    bars: [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].map((bar) => bar.content),
  }));

test('a colour scheme is chosen by keyboard, kept for the next visit, and given back to the device', async () => {
  const page = await visit({ colorScheme: 'light' });
  const light = await colours(page);
  await page.getByRole('radio', { name: 'System' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const dark = await colours(page);
  expect(dark.canvas).not.toBe(light.canvas);
  expect(dark.bars).toEqual([light.bars[1], light.bars[1]]);

  await page.goto(new URL('/terms/', page.url()).href);
  expect(await colours(page)).toEqual(dark);
  expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true);

  await page.getByRole('radio', { name: 'System' }).check();
  expect(await colours(page)).toEqual(light);
});

test('the chosen colours are there before anything is painted', async () => {
  const page = await visit({ colorScheme: 'light' });
  await page.getByRole('radio', { name: 'Dark' }).check();
  const { canvas } = await colours(page);
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body) return;
      observer.disconnect();
      Object.assign(globalThis, { firstCanvas: getComputedStyle(document.documentElement).colorScheme });
    }).observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  expect(await page.evaluate(() => (globalThis as { firstCanvas?: string }).firstCanvas)).toBe('dark');
  expect((await colours(page)).canvas).toBe(canvas);
});

test('without JavaScript there is no choice that would do nothing', async () => {
  const page = await visit({ javaScriptEnabled: false });
  expect(await page.locator('.theme-switch').isVisible()).toBe(false);
});
