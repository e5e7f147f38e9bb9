import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { waitForAnimations } from './animations.ts';

declare global {
  var axe: typeof import('axe-core');
}

interface Looked {
  /** Selector of a part of the page. Default: the whole page. */
  part?: string;
  /** Default: all rules. */
  rules?: readonly string[];
}

/** The `source` that the package exports is not minified: it takes twice as long to transfer and compile. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Rules whose result depends on colours. */
export const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Runs axe on the page or a part of it: WCAG 2.2 A and AA, and best practices. Returns one line per violation.
 *
 * It runs inside the page and returns only violations: the wrapper for Playwright also transfers every passing node, which
 * takes seven times as long. Frames are not included.
 */
export async function runAxe(page: Page, { part, rules }: Looked = {}): Promise<string[]> {
  await waitForAnimations(page);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(
    async ([selector, runOnly]) => {
      const options = {
        resultTypes: ['violations' as const],
        selectors: false,
        iframes: false,
        ...(runOnly && { runOnly: [...runOnly] }),
      };
      const { violations } = await globalThis.axe.run(selector ?? document, options);
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
    },
    [part, rules] as const,
  );
}
