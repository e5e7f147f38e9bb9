import type { Page } from '@playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { hydrateIslands, listPages, renderAllSections } from '../../support/site-pages.ts';
import { siteUrl, visit } from '../../support/visit.ts';

/** Returns the faults of the focused element, and whether it is the last one. */
function lookAtFocus(page: Page) {
  return page.evaluate(async () => {
    // Elements that react to the focus, such as the bottom bar of a phone, change with the next frames.
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    const element = document.activeElement ?? document.body;
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    // The centre of a link over two lines is between them.
    const [line] = element.getClientRects();
    const x = line ? line.left + line.width / 2 : 0;
    const y = line ? line.top + line.height / 2 : 0;
    const hit = document.elementFromPoint(x, y);
    const label = element.matches('input[type=radio]') ? element.closest('label') : null;
    // For an answer that is drawn by its label, the label has the focus ring.
    const ringed = [element, label].find((each) => each && getComputedStyle(each).outlineStyle !== 'none') ?? element;
    const { outlineWidth, outlineColor } = getComputedStyle(ringed);

    function luminance(color: string): number {
      const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
        const share = Number(part) / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    }
    function readBackground(inner: Element | null): string {
      const color = inner ? getComputedStyle(inner).backgroundColor : 'rgb(255, 255, 255)';
      return inner && /, 0\)$/.test(color) ? readBackground(inner.parentElement) : color;
    }
    const [lighter = 0, darker = 0] = [outlineColor, readBackground(ringed.parentElement)]
      .map(luminance)
      .sort((a, b) => b - a);
    const contrast = (lighter + 0.05) / (darker + 0.05);

    const faults = {
      'out of view': left < -1 || right > innerWidth + 1 || bottom <= 0 || top >= innerHeight || width * height === 0,
      covered: hit === null || !(element.contains(hit) || hit.contains(element)),
      'no ring of 3 px': ringed === element && Number.parseFloat(outlineWidth) < 3,
      [`ring of ${contrast.toFixed(1)} to 1`]: contrast < 3,
    };
    const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 30)}`;
    return {
      isEnd: element === document.body,
      faults: Object.keys(faults)
        .filter((fault) => faults[fault])
        .map((fault) => `${name}: ${fault}`),
    };
  });
}

/** Presses Tab from the top of the page to its end. */
async function walk(page: Page): Promise<{ stops: number; faults: string[] }> {
  const faults: string[] = [];
  for (let stops = 0; stops < 300; stops++) {
    await page.keyboard.press('Tab');
    const look = await lookAtFocus(page);
    if (look.isEnd) return { stops, faults };
    faults.push(...look.faults);
  }
  throw new Error('Tab never comes to the end of the page.');
}

for (const [width, colorScheme] of [
  [360, 'light'],
  [1280, 'dark'],
] as const) {
  test(`at each Tab stop of the landing page the focused element is in view, not covered, with a ring of 3 px and contrast 3:1 (${width} px, ${colorScheme})`, async () => {
    const page = await visit({ viewport: { width, height: 800 }, colorScheme });
    await renderAllSections(page);
    await hydrateIslands(page);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    const { stops, faults } = await walk(page);
    expect(stops).toBeGreaterThan(60);
    expect(faults).toEqual([]);
  });
}

for (const [width, colorScheme] of [
  [360, 'dark'],
  [1280, 'light'],
] as const) {
  test(`at each Tab stop of every other page the focused element is visible in the same way (${width} px, ${colorScheme})`, async () => {
    const faulty: Record<string, string[]> = {};
    const walkOn = async (path: string) => {
      const page = await visit({ path, viewport: { width, height: 800 }, colorScheme });
      await renderAllSections(page);
      const { stops, faults } = await walk(page);
      expect(stops, path).toBeGreaterThan(20);
      if (faults.length > 0) faulty[path] = faults;
    };
    // The walks mostly wait for frames, so they run in parallel.
    await Promise.all((await listPages(siteUrl)).filter((path) => path !== '/').map(walkOn));
    expect(faulty).toEqual({});
  });
}
