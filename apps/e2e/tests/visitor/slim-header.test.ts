import type { Page } from '@playwright/test';
import { runAxe } from '../../support/axe.ts';
import { expect, test } from '../../support/fixtures.ts';
import { visit, withMotion } from '../../support/visit.ts';

const bar = (page: Page) => page.locator('.header-bar');
const talk = (page: Page) => page.locator('.header-bar .talk');

/** Scrolls past the first screen and a little back, so that the header is shown. */
async function openPastHero(width: number, path = '/'): Promise<Page> {
  const page = await visit({ path, viewport: { width, height: 740 } });
  await page.mouse.move(width / 2, 400);
  await page.mouse.wheel(0, 2400);
  await expect(page.locator('.site-header')).toHaveAttribute('data-slim');
  await page.mouse.wheel(0, -200);
  await expect(talk(page)).toBeInViewport();
  return page;
}

for (const width of [360, 768, 1440]) {
  test(`past the first screen the header is slim, with brand, section and button, ${width} px`, async () => {
    const page = await openPastHero(width);
    const { height = 0 } = (await bar(page).boundingBox()) ?? {};
    expect(height).toBeLessThanOrEqual(57);
    await expect(page.locator('.header-bar .site-logo')).toBeInViewport();
    const current = page.locator('.header-bar nav a[aria-current="location"]');
    await expect(current).toHaveText('About');
    if (width < 768) {
      await expect(page.locator('.section-name')).toHaveText('About');
      await expect(page.getByRole('button', { name: 'Menu' })).toBeInViewport();
    } else {
      await expect(current).toBeInViewport();
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(await runAxe(page.locator('.site-header'))).toEqual([]);
    await talk(page).click();
    await expect(page.locator('.contact-dialog')).toBeVisible();
  });
}

test('the header hides while the page is scrolled down, and returns on the way up and with the focus', async () => {
  const page = await openPastHero(1440);
  await page.mouse.wheel(0, 600);
  await expect(talk(page)).not.toBeInViewport();
  await page.mouse.wheel(0, -100);
  await expect(talk(page)).toBeInViewport();
  await page.mouse.wheel(0, 600);
  await expect(talk(page)).not.toBeInViewport();
  await talk(page).focus();
  await expect(talk(page)).toBeInViewport();
});

test('the header of the first screen is as tall as the space that it leaves, so nothing moves', async () => {
  const page = await visit({ viewport: { width: 1440, height: 740 } });
  const measureTop = () => page.locator('.hero').evaluate((hero) => hero.getBoundingClientRect().top + scrollY);
  const before = await measureTop();
  await page.mouse.wheel(0, 2400);
  await expect(page.locator('.site-header')).toHaveAttribute('data-slim');
  expect(await measureTop()).toBe(before);
});

test('the thread along the edge of the header shows the progress through the page', async () => {
  const page = await visit({ ...withMotion, viewport: { width: 1440, height: 740 } });
  const readProgress = () =>
    page.evaluate(() => {
      const [animation] = document.querySelector('.reading')?.getAnimations({ subtree: true }) ?? [];
      return animation?.effect?.getComputedTiming().progress;
    });
  for (const share of [0.5, 1]) {
    await page.evaluate((part) => {
      const length = document.documentElement.scrollHeight - innerHeight;
      scrollTo({ top: length * part, behavior: 'instant' });
    }, share);
    await expect.poll(async () => Math.abs(((await readProgress()) ?? 9) - share)).toBeLessThan(0.2);
  }
});

test('on an article the header is slim as well', async () => {
  const page = await visit({ path: '/insights/', viewport: { width: 390, height: 600 } });
  const article = await page.locator('main a[href^="/insights/"]').first().getAttribute('href');
  const opened = await openPastHero(390, article ?? '');
  await expect(opened.locator('.header-bar .site-logo')).toBeInViewport();
});

const lowScreens = [
  { width: 360, height: 640 },
  { width: 1024, height: 600 },
  { width: 1366, height: 641 },
];
for (const viewport of lowScreens) {
  test(`the buttons of every slide are above the fold, ${viewport.width} × ${viewport.height} px`, async () => {
    const page = await visit({ viewport });
    const bottoms = await page.evaluate(() =>
      [...document.querySelectorAll('.hero-actions .button')].map((button) => button.getBoundingClientRect().bottom),
    );
    expect(bottoms).toHaveLength(8);
    expect(Math.max(...bottoms)).toBeLessThanOrEqual(viewport.height);
  });
}
