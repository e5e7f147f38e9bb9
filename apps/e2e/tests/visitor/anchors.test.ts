import { expect, test } from '../../support/fixtures.ts';
import { siteUrl, visit, waitForStyles } from '../../support/visit.ts';

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
