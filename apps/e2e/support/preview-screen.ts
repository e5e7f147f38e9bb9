import type { FrameLocator, Page } from '@playwright/test';
import { openSignedIn } from './admin-screen.ts';

/**
 * Opens the content screen with the preview.
 *
 * @param search section, item and field as query parameters
 */
export async function openPreview(running: Parameters<typeof openSignedIn>[0], search: string, { width = 1440 } = {}) {
  const viewport = { width, height: 900 };
  const { page } = await openSignedIn(running, `/admin/content?${search}`, { viewport });
  return { page, shown: page.frameLocator('iframe') };
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
