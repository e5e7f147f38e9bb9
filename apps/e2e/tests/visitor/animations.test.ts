import type { Page } from '@playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { renderAllSections } from '../../support/site-pages.ts';
import { visit, withMotion } from '../../support/visit.ts';

/** About 60 frames; asking the page for frames would have each of them worked out. */
const watchedMs = 1000;
/** What the browser may do once in a while by itself. */
const few = 5;

/** How often the page's styles are worked out anew while nobody does anything. */
async function restylings(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const count = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'RecalcStyleCount')?.value ?? 0;
  };
  const before = await count();
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), watchedMs);
  return (await count()) - before;
}

/** Parts may still arrive; but what moves by the main thread does so in each second. */
const comesToRest = (page: Page) => expect.poll(() => restylings(page)).toBeLessThan(few);

/** By themselves: what only moves while somebody scrolls has another clock. */
const running = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState, timeline }) => playState === 'running' && timeline === document.timeline)
      .map((animation) => (animation as CSSAnimation).animationName)
      .sort(),
  );

test('long animations run off the main thread: picture, ticker, slide progress', async () => {
  const page = await visit({ ...withMotion, viewport: { width: 412, height: 823 } });
  await renderAllSections(page);
  // The thread is drawn once; that is short.
  await page.evaluate(() =>
    Promise.allSettled(
      document.getAnimations().flatMap((animation) => {
        const isShort = Number(animation.effect?.getComputedTiming().endTime) < 2000;
        return isShort ? [animation.finished] : [];
      }),
    ),
  );
  expect(await running(page)).toEqual(['ken-burns', 'ticker']);
  await comesToRest(page);

  await page.locator('.hero-foot[data-playing]').waitFor();
  // Without a pointer, which would hold the slides.
  await page.getByRole('button', { name: 'Next slide' }).dispatchEvent('click');
  await page
    .locator('.slide[data-active]')
    .nth(0)
    .and(page.getByRole('group', { name: /^2 of/ }))
    .waitFor();
  await page.evaluate(() =>
    Promise.allSettled(
      document.getAnimations().flatMap((each) => ('transitionProperty' in each ? [each.finished] : [])),
    ),
  );
  await expect.poll(() => running(page)).toEqual(['ken-burns', 'progress', 'ticker']);
  await comesToRest(page);
});

/** How far from its place a heading is drawn just before it comes into view, and as soon as all of it can be seen. */
async function wayOfHeading(page: Page): Promise<number[]> {
  await page.locator('.hero').hover();
  await page.locator('astro-island[component-export=HeroCarousel]:not([ssr])').waitFor();
  return page.locator('#about-heading').evaluate(async (heading) => {
    const offsets: number[] = [];
    for (const above of [heading.clientHeight, 0]) {
      heading.scrollIntoView({ block: 'end', behavior: 'instant' });
      scrollBy({ top: -above, behavior: 'instant' });
      // What follows the scrolling is worked out with the next frame.
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      offsets.push(Number.parseFloat(getComputedStyle(heading).translate.split(' ')[1] ?? '0'));
    }
    return offsets;
  });
}

test('headings animate when they are scrolled into view, except with reduced motion', async () => {
  const viewport = { width: 1280, height: 800 };
  const [before, after] = await wayOfHeading(await visit({ ...withMotion, viewport }));
  expect(before).toBeGreaterThan(4);
  expect(after).toBe(0);
  expect(await wayOfHeading(await visit({ viewport }))).toEqual([0, 0]);
});
