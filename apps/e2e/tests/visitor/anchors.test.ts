import { expect, test } from '../../support/fixtures.ts';
import { siteUrl, visit, waitForStyles, withMotion } from '../../support/visit.ts';

const bands = ['about', 'stats', 'services', 'sample-dashboard', 'process', 'insights'];

for (const width of [1280, 390]) {
  test(`a jump to a section ends below the header and shows nothing of the section before (${width} px)`, async () => {
    const page = await visit({ path: '/robots.txt', viewport: { width, height: 900 } });
    for (const anchor of bands) {
      await page.goto(siteUrl);
      await waitForStyles(page);
      // Before the fonts are loaded, lines above the section may still wrap differently.
      await page.evaluate(() => document.fonts.ready);
      await page
        .locator(`a[href="#${anchor}"]`)
        .first()
        .evaluate((link: HTMLAnchorElement) => link.click());
      const gap = () =>
        page.locator(`[id="${anchor}"]`).evaluate((target) => {
          const { bottom } = document.querySelector('.header-bar')?.getBoundingClientRect() ?? { bottom: 0 };
          return Math.abs(target.getBoundingClientRect().top - bottom);
        });
      // The border of the header is 1 px.
      await expect.poll(gap, { message: anchor }).toBeLessThan(2);
    }
  });
}

for (const width of [360, 1280])
  test(`a page that opens at the contact section shows its heading below the header, ${width} px`, async () => {
    const page = await visit({ path: '/#contact', viewport: { width, height: 780 }, ...withMotion });
    await waitForStyles(page);
    await page.evaluate(() => document.fonts.ready);
    const gap = () =>
      page.locator('#contact h2').evaluate((heading) => {
        const { bottom } = document.querySelector('.header-bar')?.getBoundingClientRect() ?? { bottom: 0 };
        return Math.round(heading.getBoundingClientRect().top - bottom);
      });
    // The scroll margin of the section.
    await expect.poll(gap).toBe(40);
  });

for (const width of [320, 390, 768, 1280]) {
  test(`nothing moves when the controls of the sample dashboard arrive, ${width} px`, async () => {
    const page = await visit({ path: '/robots.txt', viewport: { width, height: 900 } });
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const released = Promise.withResolvers<void>();
    await page.route('**/data/*.json', async (route) => {
      answer();
      await released.promise;
      await route.continue();
    });
    await page.goto(`${siteUrl}/#process`);
    await page.evaluate(() => document.fonts.ready);
    await asked;
    const height = () =>
      page.locator('#sample-dashboard').evaluate((section) => section.getBoundingClientRect().height);
    const before = await height();
    released.resolve();
    await page.locator('#sample-dashboard [role="tablist"]').waitFor();
    expect(Math.abs((await height()) - before)).toBeLessThan(1);
  });
}

test('"See how we work" lands with the heading and the button of the steps in view', async () => {
  const page = await visit({ viewport: { width: 1440, height: 900 } });
  await page.getByRole('link', { name: 'See how we work' }).click();
  for (const part of ['#process-heading', '.process-head .button', '.steps li:first-child h3'])
    await expect(page.locator(part)).toBeInViewport({ ratio: 1 });
});

for (const width of [390, 1280]) {
  test(`a place far down stays where it is when the script arrives after everything else, ${width} px`, async () => {
    const page = await visit({ path: '/robots.txt', viewport: { width, height: 900 } });
    const script = Promise.withResolvers<void>();
    await page.route(/\/_astro\/[^/]+\.js$/, (route) => script.promise.then(() => route.continue()));
    await page.goto(`${siteUrl}/#contact`);
    await page.waitForFunction(() => !document.documentElement.hasAttribute('data-gate'));
    await page.evaluate(() => document.fonts.ready);
    const target = page.locator('#contact');
    await expect(target).toBeInViewport();
    const top = () => target.evaluate((section) => Math.round(section.getBoundingClientRect().top));
    const before = await top();
    script.resolve();
    await waitForStyles(page);
    await page.locator('astro-island[component-export=HeroCarousel]:not([ssr])').waitFor({ state: 'attached' });
    expect(Math.abs((await top()) - before)).toBeLessThan(2);
  });
}
