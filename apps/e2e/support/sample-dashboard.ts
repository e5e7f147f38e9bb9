import type { Page } from '@playwright/test';
import { siteUrl } from './visit.ts';

/** Opens the sample dashboard with its controls. */
export async function openBoard(page: Page) {
  await page.goto(`${siteUrl}/#sample-dashboard`);
  const board = page.locator('#sample-dashboard');
  await board.scrollIntoViewIfNeeded();
  await board.getByRole('tab', { name: 'Portfolio' }).waitFor();
  return board;
}
