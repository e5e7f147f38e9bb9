import type { Page } from '@playwright/test';
import { colourRules, runAxe } from './axe.ts';
import { waitForStyles } from './visit.ts';

/** Runs axe on a page of the site, or a part of it, after all sections are rendered. */
export async function findPageViolations(page: Page, part?: string): Promise<string[]> {
  await renderAllSections(page);
  return runAxe(part ? page.locator(part) : page);
}

/**
 * Runs axe in light and dark. Only rules about colours run twice.
 *
 * @returns one line per violation, with its scheme
 */
export async function findViolationsInBothSchemes(page: Page, part?: string): Promise<string[]> {
  await renderAllSections(page);
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const rules = colorScheme === 'dark' ? colourRules : undefined;
    found.push(...(await runAxe(part ? page.locator(part) : page, rules)).map((line) => `${colorScheme} ${line}`));
  }
  return found;
}

/** Renders the sections below the first view now: they are rendered one by one, and would shift what a test looks at. */
export async function renderAllSections(page: Page): Promise<void> {
  await waitForStyles(page);
  await page.evaluate(() => {
    for (const section of document.querySelectorAll('.deferred')) section.classList.remove('deferred');
  });
}

/** Hydrates all islands now: hydration on scroll could shift what a test looks at. */
export async function hydrateIslands(page: Page): Promise<void> {
  for (const island of await page.locator('astro-island[client=visible]').all())
    await island.evaluate(async (element) => {
      // `scrollIntoView` would move the starting point of the next Tab in some versions of Chromium.
      const top = element.closest('section')?.getBoundingClientRect().top ?? 0;
      scrollBy({ top, behavior: 'instant' });
      while (element.hasAttribute('ssr')) await new Promise(requestAnimationFrame);
    });
}

/** Returns the paths of the sitemap, and those of the pages that it omits. */
export async function listPages(siteUrl: string): Promise<string[]> {
  const sitemap = await (await fetch(`${siteUrl}/sitemap.xml`)).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
  if (listed.length < 2) throw new Error('The sitemap lists no pages.');
  return [...new Set([...listed, '/thanks/', '/no-such-page/'])];
}
