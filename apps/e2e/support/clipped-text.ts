import type { Page } from '@playwright/test';

/** Returns one line for each text that is clipped by a box without scrolling, or outside the page. */
export function findClippedText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const tolerancePx = 1.5;
    /** Not measured: drawings, inert parts, and boxes that scroll by keyboard. */
    const leftOut = 'svg, script, style, noscript, select, [inert], [tabindex="0"], .skip-link';
    const { scrollWidth, clientWidth } = document.documentElement;

    const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
    const isOutside = (before: number, after: number) => before > tolerancePx || after > tolerancePx;
    /** Returns whether the element is visible to screen readers only. */
    const isClipped = (element: Element) => getComputedStyle(element).clipPath === 'inset(50%)';

    function isCut(rect: DOMRect, box: Element): boolean {
      const { overflowX, overflowY } = getComputedStyle(box);
      const edge = box.getBoundingClientRect();
      return (
        (cuts(overflowX) && isOutside(edge.left - rect.left, rect.right - edge.right)) ||
        (cuts(overflowY) && isOutside(edge.top - rect.top, rect.bottom - edge.bottom))
      );
    }
    function boxesAround(element: Element): Element[] {
      const parent = element.parentElement;
      return parent && parent !== document.body ? [element, ...boxesAround(parent)] : [element];
    }
    function describeFault(element: Element, words: Node): string | undefined {
      const range = document.createRange();
      range.selectNodeContents(words);
      const rects = [...range.getClientRects()];
      const boxes = boxesAround(element);
      if (boxes.some(isClipped)) return undefined;
      const box = boxes.find((around) => rects.some((rect) => isCut(rect, around)));
      if (box) return `cut by ${box.tagName}.${box.className}`;
      return rects.some(({ left, right }) => isOutside(-left, right - clientWidth)) ? 'beside the page' : undefined;
    }

    const lost =
      scrollWidth > clientWidth ? [`The page is ${scrollWidth - clientWidth} px wider than the window.`] : [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const words = node.textContent?.trim();
      if (!words || !element || element.closest(leftOut)) continue;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const fault = describeFault(element, node);
      if (fault) lost.push(`${words.slice(0, 40)} (${fault})`);
    }
    return lost;
  });
}
