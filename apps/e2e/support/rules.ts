import type { Page } from '@playwright/test';
import { violationsIn } from './axe.ts';

/** What axe finds on a page of the site, or in a part of it, once all of it is laid out. */
export async function violations(page: Page, part?: string): Promise<string[]> {
  await layOutAll(page);
  return violationsIn(page, { part });
}

/** Parts below the first view are laid out one by one: what moves meanwhile covers what is being looked at. */
export async function layOutAll(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new HashChangeEvent('hashchange')));
  await page.waitForFunction(() => document.querySelector('.later') === null);
}

/** Islands take over when they come into sight; until then, what they bring could move what is being looked at. */
export async function wakeIslands(page: Page): Promise<void> {
  for (const island of await page.locator('astro-island[client=visible]').all())
    await island.evaluate(async (element) => {
      // Not into view: some Chromium would begin there with the next Tab.
      const top = element.closest('section')?.getBoundingClientRect().top ?? 0;
      scrollBy({ top, behavior: 'instant' });
      while (element.hasAttribute('ssr')) await new Promise(requestAnimationFrame);
    });
}

/** Every page of the site as a search engine is told of them, and those that it is not told of. */
export async function listPages(siteUrl: string): Promise<string[]> {
  const sitemap = await (await fetch(`${siteUrl}/sitemap.xml`)).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
  if (listed.length < 2) throw new Error('The site map lists no pages.');
  return [...new Set([...listed, '/thanks/', '/no-such-page/'])];
}
