import type { Browser, FrameLocator, Page } from 'playwright-core';
import { openPage } from './browser.ts';
import type { Stack } from './stack.ts';

interface Opened {
  token: string;
  /** Section, item and field, as the address says them. */
  search: string;
  width?: number;
}

/** The content screen with the preview beside it. */
export async function openPreview(
  { browser, stack }: { browser: Browser; stack: Stack },
  { token, search, width = 1440 }: Opened,
) {
  const { page, mistakes } = await openPage(browser, { viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  await page.goto(`${stack.url}/admin/login`);
  await page.evaluate((value) => localStorage.setItem('token', value), token);
  await page.goto(`${stack.url}/admin/content?${search}`);
  return { page, mistakes, shown: page.frameLocator('iframe') };
}

export const field = (page: Page, item: string, pointer: string) =>
  page.locator(`[data-item="${item}"] form [data-pointer="${pointer}"]`);

export const headline = (shown: FrameLocator) => shown.locator('h1.headline');

export const isInSight = (page: Page, selector: string) =>
  page
    .frameLocator('iframe')
    .locator(selector)
    .evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
