import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { waitForAnimations } from './animations.ts';

declare global {
  var axe: typeof import('axe-core');
}

/** The `source` that the package exports is not minified: it takes twice as long to transfer and compile. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Rules whose result depends on colours. */
export const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Runs axe on the page or on one element: WCAG 2.2 A and AA, and best practices. Returns one line per violation.
 *
 * It runs inside the page and returns only violations: the wrapper for Playwright also transfers every passing node, which
 * takes seven times as long. Frames are not included.
 *
 * @param rules default: all rules
 */
export async function runAxe(place: Page | Locator, rules?: readonly string[]): Promise<string[]> {
  const [page, element] = 'goto' in place ? [place, place.locator('html')] : [place.page(), place];
  await waitForAnimations(page);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return element.evaluate(async (root, runOnly) => {
    const options = {
      resultTypes: ['violations' as const],
      selectors: false,
      iframes: false,
      ...(runOnly && { runOnly: [...runOnly] }),
    };
    const { violations } = await globalThis.axe.run(root, options);
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  }, rules);
}
