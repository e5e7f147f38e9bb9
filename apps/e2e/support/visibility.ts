import type { Locator } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Waits until an element is fully visible: it has text, is inside the viewport, and is not covered. */
export async function expectInView(locator: Locator): Promise<void> {
  await expect.poll(() => locator.evaluate(hiddenPoints), { message: `sees ${locator}` }).toEqual([]);
}

/** Runs in the page. Returns the points of a grid over the element where another element is on top. */
function hiddenPoints(element: Element): string[] {
  const { left, top, width, height } = element.getBoundingClientRect();
  if (width * height === 0 || !element.textContent?.trim()) return ['nothing to see'];
  return [0.02, 0.25, 0.5, 0.75, 0.98].flatMap((down) =>
    [0.02, 0.5, 0.98].flatMap((along) => {
      const [x, y] = [left + along * width, top + down * height];
      const hit = document.elementFromPoint(x, y);
      return element.contains(hit) ? [] : [`${Math.round(x)} ${Math.round(y)}: ${hit?.tagName}.${hit?.className}`];
    }),
  );
}
