import type { Page } from '@playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { renderAllSections } from '../../support/site-pages.ts';
import { visit, withMotion } from '../../support/visit.ts';

/** About 60 frames. Requesting frames in the page would force their computation. */
const watchedMs = 1000;
/** Style recalculations that the browser may do by itself. */
const few = 5;

/** Counts style recalculations of an idle page. */
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

/** Returns the minimum over several seconds: an animation on the main thread recalculates styles in each of them. */
const comesToRest = (page: Page) => expect.poll(() => restylings(page)).toBeLessThan(few);

/** Returns the animations by time. Scroll-driven animations have another timeline. */
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
  // The thread is drawn once, for a short time.
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
  // Without a pointer, which would pause the slides.
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

/** Returns the offset of a heading just before it enters the view, and when it is fully visible. */
async function wayOfHeading(page: Page): Promise<number[]> {
  await page.locator('.hero').hover();
  await page.locator('astro-island[component-export=HeroCarousel]:not([ssr])').waitFor();
  return page.locator('#about-heading').evaluate(async (heading) => {
    const offsets: number[] = [];
    for (const above of [heading.clientHeight, 0]) {
      heading.scrollIntoView({ block: 'end', behavior: 'instant' });
      scrollBy({ top: -above, behavior: 'instant' });
      // Scroll-driven animations update with the next frame.
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
