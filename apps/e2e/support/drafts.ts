import type { Page } from '@playwright/test';
import { getText } from './rich-text.ts';

/** The writer of a published article of the seed. */
export const editorPath = '/admin/content?section=insights&item=article-the-friday-page';

/** The state of the draft, or a message, that contains a text. */
export const status = (page: Page, text: RegExp | string) => page.getByRole('status').filter({ hasText: text });
export const draftSaved = (page: Page) => status(page, /Saved \d\d:\d\d/).waitFor();

export async function typeAtEnd(page: Page, words: string): Promise<void> {
  await getText(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(words);
}
