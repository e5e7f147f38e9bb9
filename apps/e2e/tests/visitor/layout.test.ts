import { expect, test } from '../../support/fixtures.ts';
import { hydrateIslands, renderAllSections } from '../../support/site-pages.ts';
import { visit, withMotion } from '../../support/visit.ts';

for (const width of [768, 1280]) {
  test(`at ${width} px indicators, frames and rows are complete for any number of services`, async () => {
    const page = await visit({ path: '/#pms', viewport: { width, height: 900 } });
    const linked = page.locator('#pms');
    await linked.waitFor();
    // An inset shadow would be covered by the picture of the card.
    const frame = () => linked.evaluate((card) => getComputedStyle(card).outline);
    await expect.poll(frame).toMatch(/solid 3px/);

    const stop = page.locator('.indicators button').nth(1);
    await stop.waitFor();
    await stop.scrollIntoViewIfNeeded();
    // Half of the indicator overlaps the picture of the slide.
    const overDot = () =>
      stop.evaluate((button) => {
        const { left, top } = button.getBoundingClientRect();
        const found = document.elementFromPoint(left + 4, top - 2);
        return found === button ? 'the stop' : `${found?.outerHTML.slice(0, 80)} at ${left}, ${top}`;
      });
    await expect.poll(overDot, { timeout: 5000 }).toBe('the stop');

    const grid = page.locator('.service-grid');
    for (const count of [10, 11, 12]) {
      const [end, gridEnd] = await grid.evaluate((list) => {
        list.append((list.lastElementChild as Element).cloneNode(true));
        const measureEnd = (part: Element) => part.getBoundingClientRect().right;
        return [measureEnd(list.lastElementChild as Element), measureEnd(list)];
      });
      expect(end, `${count} services`).toBeCloseTo(gridEnd ?? 0, 0);
    }
  });
}

test('the blocks of About show picture and text side by side, on alternating sides', async () => {
  const page = await visit({ viewport: { width: 1280, height: 900 } });
  const sides = await page.locator('#about .about-row').evaluateAll((rows) =>
    rows.map((row) => {
      const [picture, text] = [row.querySelector('figure'), row.querySelector('.about-cell')].map((part) =>
        part?.getBoundingClientRect(),
      );
      if (!picture || !text) return 'incomplete';
      return picture.left < text.left ? 'picture first' : 'text first';
    }),
  );
  const inTurn = ['picture first', 'text first', 'picture first', 'text first', 'picture first'];
  expect([inTurn, inTurn.map((side) => (side === 'text first' ? 'picture first' : 'text first'))]).toContainEqual(
    sides,
  );
});

test('on a phone of 390 px the landing page is at most 15,000 px long', async () => {
  // With reduced motion, the ticker is a list.
  const page = await visit({ ...withMotion, viewport: { width: 390, height: 844 }, hasTouch: true });
  await renderAllSections(page);
  await hydrateIslands(page);
  await page.evaluate(() => document.fonts.ready);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(15_000);
});
