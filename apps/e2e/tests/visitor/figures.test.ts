import type { Page } from '@playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { runClock, runFirstFrames, settle, siteUrl, visit, withMotion } from '../../support/visit.ts';

const finals = ['92%', '98%', '85%', '5,000+', '20+', '12+'];
const countMs = 1800;

/** Returns the visible text of each figure. */
const seen = (page: Page) => page.locator('.figure > [aria-hidden]').allTextContents();

async function openStats(options: Parameters<typeof visit>[0] = {}) {
  const page = await visit({ isClockStopped: true, ...withMotion, ...options });
  return { page, section: page.locator('#stats') };
}

/** Opens the page and hydrates the island while the figures are out of view. */
async function approach(page: Page) {
  await page.evaluate(() => {
    const { top } = document.getElementById('stats')?.getBoundingClientRect() ?? { top: 0 };
    scrollTo({ top: top - innerHeight - 300, behavior: 'instant' });
  });
  await page.locator('astro-island[component-export=StatCounters]:not([ssr])').waitFor();
  await page.locator('[data-count]', { hasText: /^0$/ }).nth(5).waitFor({ state: 'attached' });
}

/**
 * Observers report with the next real frame, in the order of their creation, so this one reports last.
 * Sections above may get their height only now, which moves the figures.
 */
const arrive = (page: Page) =>
  page.evaluate(async () => {
    const figures = document.querySelector('.stats-grid') ?? document.body;
    const place = () => figures.getBoundingClientRect().top;
    for (let before = Number.NaN; before !== place(); ) {
      figures.scrollIntoView({ block: 'center', behavior: 'instant' });
      before = place();
      await new Promise((resolve) => new IntersectionObserver(resolve).observe(figures));
    }
  });

test('the final figures are in the HTML, with Indian digit grouping', async () => {
  const html = await (await fetch(siteUrl)).text();
  for (const figure of finals) expect(html).toContain(`<span class="visually-hidden">${figure}</span>`);
  const page = await visit({ javaScriptEnabled: false });
  expect((await seen(page)).map((text) => text.replace(/\s/g, ''))).toEqual(finals);
});

test('figures count up for 1800 ms when they come into view, once; screen readers get only the final value', async () => {
  const { page } = await openStats();
  await approach(page);
  expect((await page.locator('[data-count]').allTextContents()).every((text) => text === '0')).toBe(true);
  await arrive(page);
  // At least two frames, wherever the paused clock is between them: one is not enough for 12 to reach 1.
  await runClock(page, 60);
  expect((await page.locator('[data-count]').allTextContents()).every((text) => text !== '0')).toBe(true);
  await runClock(page, countMs / 2);
  const half = await page.locator('[data-count]').allTextContents();
  expect(half).not.toEqual(['92', '98', '85', '5,000', '20', '12']);
  expect(half[3]).toMatch(/^\d,\d{3}$/);
  expect(await page.locator('.figure > .visually-hidden').allTextContents()).toEqual(finals);
  await runClock(page, countMs / 2);
  expect(await seen(page)).toEqual(finals);

  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await arrive(page);
  await runClock(page, countMs / 2);
  expect(await seen(page)).toEqual(finals);
});

test('a figure waits until 40 % of it is in view', async () => {
  const { page } = await openStats();
  await approach(page);
  const figure = page.locator('[data-count]').first();
  const reveal = (share: number) =>
    figure.evaluate(async (element, part) => {
      const { top, height } = element.getBoundingClientRect();
      scrollBy({ top: Math.round(top + height * part - innerHeight), behavior: 'instant' });
      await new Promise((resolve) => new IntersectionObserver(resolve).observe(element));
    }, share);
  await reveal(0.3);
  await runClock(page, countMs);
  expect(await figure.textContent()).toBe('0');
  await reveal(0.5);
  await runClock(page, countMs);
  expect(await figure.textContent()).toBe('92');
});

test('counting causes no layout shift', async () => {
  const { page } = await openStats();
  await approach(page);
  const boxes = () =>
    page.locator('.figure i, .stats h3').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
  const before = await boxes();
  await arrive(page);
  for (let frame = 0; frame < 20; frame++) {
    await page.clock.runFor(100);
    expect(await boxes()).toEqual(before);
  }
});

test('figures that are already in view do not restart', async () => {
  const page = await visit({ path: '/robots.txt', isClockStopped: true, ...withMotion });
  const arrived = Promise.withResolvers<void>();
  await page.route('**/stat-counters*.js', async (route) => {
    await arrived.promise;
    await route.continue();
  });
  await page.goto(siteUrl);
  await runFirstFrames(page);
  await arrive(page);
  arrived.resolve();
  await page.locator('astro-island[component-export=StatCounters]:not([ssr])').waitFor();
  await settle(page);
  expect(await seen(page)).toEqual(finals);
});

test('with reduced motion, and on paper, the figures are final', async () => {
  const calm = await openStats({ reducedMotion: 'reduce' });
  await calm.section.scrollIntoViewIfNeeded();
  await calm.page.locator('astro-island[component-export=StatCounters]:not([ssr])').waitFor();
  await settle(calm.page);
  expect(await seen(calm.page)).toEqual(finals);

  const { page } = await openStats();
  await approach(page);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => seen(page)).toEqual(finals);
});
