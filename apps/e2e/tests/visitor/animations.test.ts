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
  // The drawing grows once, for a short time.
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
      offsets.push(new DOMMatrix(getComputedStyle(heading).transform).f);
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

/** Scrolls until the given share of each picture of About is in view, and returns the layers that are not in place. */
async function listMovedLayers(page: Page, share: number): Promise<string[]> {
  return page.locator('.about figure').evaluateAll(async (figures, part) => {
    const moved: string[] = [];
    for (const figure of figures) {
      const { top, height } = figure.getBoundingClientRect();
      scrollBy({ top: Math.ceil(top + height * part - innerHeight), behavior: 'instant' });
      // Scroll-driven animations update with the next frame.
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      for (const layer of figure.querySelectorAll('span')) {
        const { transform, opacity } = getComputedStyle(layer);
        const isInPlace = transform === 'none' || new DOMMatrix(transform).isIdentity;
        if (!isInPlace || opacity !== '1') moved.push(layer.className);
      }
    }
    return moved;
  }, share);
}

test('the pictures of About are drawn while they come into view, and whole when they are', async () => {
  const page = await visit({ ...withMotion, viewport: { width: 1280, height: 800 } });
  await page.locator('.hero').hover();
  await page.locator('astro-island[component-export=HeroCarousel]:not([ssr])').waitFor();
  await renderAllSections(page);
  expect(await listMovedLayers(page, 0.6)).toEqual([
    'draw-gather',
    'draw-slide',
    'draw-wipe',
    'draw-wipe',
    'draw-wipe',
  ]);
  expect(await listMovedLayers(page, 1)).toEqual([]);
  // Other properties would be animated on the main thread.
  const animated = await page.locator('main').evaluate((main) =>
    main
      .getAnimations({ subtree: true })
      .filter(({ timeline }) => timeline !== document.timeline)
      .flatMap(({ effect }) => (effect as KeyframeEffect).getKeyframes().flatMap((keyframe) => Object.keys(keyframe))),
  );
  const inKeyframes = ['offset', 'computedOffset', 'easing', 'composite'];
  expect([...new Set(animated)].filter((name) => !inKeyframes.includes(name)).sort()).toEqual(['opacity', 'transform']);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await listMovedLayers(page, 0.6)).toEqual([]);
});
