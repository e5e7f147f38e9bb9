import type { Page } from '@playwright/test';
import axeCore from 'axe-core';
import { waitForAnimations } from './animations.ts';

declare global {
  var axe: typeof import('axe-core');
}

interface Looked {
  /** Selector of a part of the page; the whole of it when left out. */
  part?: string;
  /** All rules when left out. */
  rules?: readonly string[];
}

/** The rules whose answer depends on the colours. */
export const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds on the page, or in a part of it: WCAG 2.2 A and AA and its best practices, one line each.
 *
 * It runs within the page and brings back nothing but violations: the wrapper for Playwright carries out every node that
 * is right as well, which takes seven times as long. A previewed page in a frame is a document of its own.
 */
export async function runAxe(page: Page, { part, rules }: Looked = {}): Promise<string[]> {
  await waitForAnimations(page);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeCore.source);
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
