import type { Page } from '@playwright/test';
import { waitForAnimations } from '../../support/animations.ts';
import { expect, test } from '../../support/fixtures.ts';
import { chooseLooks } from '../../support/looks.ts';
import { hydrateIslands, renderAllSections } from '../../support/site-pages.ts';
import { changePages, siteUrl, visit } from '../../support/visit.ts';

/** Returns a page that has its styles, drawings and script from the start, and not after its first paint. */
const putAllFirst = (html: string) =>
  html
    .replace(/<script data-styles[^>]* data-script="([^"]*)".*?<\/script>/s, '<script type="module" src="$1"></script>')
    .replace(/<\/?noscript>/g, '');

/** Opens the landing page at a certain time: the first slide names the office hours. */
async function openLanding(page: Page): Promise<void> {
  await page.clock.setFixedTime('2026-11-21T05:00:00Z');
  await page.goto(siteUrl, { waitUntil: 'commit' });
}

/** Lets the files of the page arrive after everything that waits for them has given up, and the fonts last. */
async function openLate(page: Page): Promise<void> {
  const files = Promise.withResolvers<void>();
  const fonts = Promise.withResolvers<void>();
  await page.route(/\.(?:css|js|svg)$/, (route) => files.promise.then(() => route.continue()));
  await page.route('**/*.woff2', (route) => fonts.promise.then(() => route.continue()));
  await openLanding(page);
  await page.waitForFunction(() => document.documentElement.dataset.gate === undefined && document.body);
  files.resolve();
  await renderAllSections(page);
  fonts.resolve();
}

/** Returns a picture of the whole page once it no longer changes: rows close and drawings arrive after a change of width. */
async function shootSettled(page: Page): Promise<Buffer> {
  let last: Buffer = Buffer.of();
  for (;;) {
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await expect(page.locator('.site-header')).not.toHaveAttribute('data-slim');
    const shot = await page.screenshot({ fullPage: true });
    if (shot.equals(last)) return shot;
    last = shot;
  }
}

test('the order in which styles, fonts, drawings and scripts arrive does not show: light, dark and on paper', async () => {
  const widths = [360, 768, 1366, 1536];
  const kinds = [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { media: 'print' }] as const;
  const all = widths.flatMap((width) => kinds.map((media) => ({ width, media })));
  // By default each width once, and each kind.
  const some = all.filter((_, index) => index % (kinds.length + 1) === 0 || index === all.length - 1);
  const shoot = async (open: (page: Page) => Promise<void>) => {
    const page = await visit({ path: '/robots.txt' });
    await open(page);
    await renderAllSections(page);
    await hydrateIslands(page);
    await page.waitForFunction(() => !document.querySelector('astro-island[ssr]'));
    await page.evaluate(async () => {
      for (const image of document.images) image.loading = 'eager';
      await Promise.all(Array.from(document.images, (image) => image.decode()));
      await document.fonts.ready;
    });
    // Each width shows drawings of its own, which are fetched with it.
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await waitForAnimations(page);
      await page.waitForLoadState('networkidle');
    }
    const shots = new Map<string, Buffer>();
    for (const { width, media } of chooseLooks(some, all)) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ media: 'screen', colorScheme: 'light', ...media });
      await waitForAnimations(page);
      shots.set(`${width} px, ${Object.values(media)}`, await shootSettled(page));
    }
    return shots;
  };
  const expected = await shoot(async (page) => {
    await changePages(page, putAllFirst);
    await openLanding(page);
    await expect(page.locator('script[data-styles]')).toHaveCount(0);
  });
  for (const open of [openLanding, openLate]) {
    for (const [name, shot] of await shoot(open)) {
      const wanted = expected.get(name) ?? Buffer.of();
      const isEqual = shot.equals(wanted);
      if (!isEqual) {
        await test.info().attach('expected', { body: wanted, contentType: 'image/png' });
        await test.info().attach('received', { body: shot, contentType: 'image/png' });
      }
      expect(isEqual, `${open.name}, ${name}`).toBe(true);
    }
  }
});
