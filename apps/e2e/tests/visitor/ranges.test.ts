import { expect, test } from '../../support/fixtures.ts';
import { renderAllSections } from '../../support/site-pages.ts';
import { visit } from '../../support/visit.ts';

test('a range such as 24-48 hours never breaks, at any width and with any text', async () => {
  // A Saturday in office hours: a script replaces the text under the first buttons.
  const page = await visit({ isClockStopped: true });
  await renderAllSections(page);
  await expect(page.locator('.availability').first()).toContainText('Open now');
  const broken = new Set<string | null>();
  for (const width of [320, 360, 390, 414, 600, 768, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const text of await page.evaluate(findBrokenRanges)) broken.add(`${width} px: ${text}`);
  }
  expect([...broken]).toEqual([]);
});

test('a range is copied without invisible characters', async () => {
  const page = await visit();
  await page.clock.setFixedTime('2026-11-22T05:00:00Z');
  await page.reload();
  const copied = await page.locator('.slide[data-active] .availability').evaluate((line) => {
    getSelection()?.selectAllChildren(line);
    return String(getSelection());
  });
  expect(copied).toBe('Mon–Sat, 9:30 am to 6:30 pm IST. Replies within 24-48 hours.');
});

/** Runs in the page. Returns the ranges in visible texts that break over two lines. */
function findBrokenRanges(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    if (node.parentElement?.closest('script, style, svg')) continue;
    for (const match of node.data.matchAll(/[^\s–]+–[^\s–]+|\d+-\d+/g)) {
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
      if (lines.size > 1) found.push(match[0]);
    }
  }
  return found;
}
