import { expect, test } from 'vitest';
import { siteUrl, visit } from '../../support/visit.ts';

const bands = ['about', 'stats', 'services', 'sample-dashboard', 'process', 'insights'];

test.each(bands)('a jump to #%s shows no strip of the section before', async (anchor) => {
  for (const width of [1280, 390]) {
    const page = await visit({ viewport: { width, height: 900 } });
    // Until the fonts are there, lines above the section may still break elsewhere.
    await page.evaluate(() => document.fonts.ready);
    await page
      .locator(`a[href="#${anchor}"]`)
      .first()
      .evaluate((link: HTMLAnchorElement) => link.click());
    const top = () => page.locator(`[id="${anchor}"]`).evaluate((target) => target.getBoundingClientRect().top);
    await expect.poll(top, { message: `${width} px` }).toSatisfy((px: number) => Math.abs(px) < 1);
  }
});

test.each([320, 390, 768, 1280])(
  'nothing moves when the controls of the sample dashboard arrive, %d px',
  async (width) => {
    const page = await visit({ path: '/robots.txt', viewport: { width, height: 900 } });
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const held = Promise.withResolvers<void>();
    await page.route('**/data/*.json', async (route) => {
      answer();
      await held.promise;
      await route.continue();
    });
    await page.goto(`${siteUrl}/#process`);
    await page.evaluate(() => document.fonts.ready);
    await asked;
    const height = () =>
      page.locator('#sample-dashboard').evaluate((section) => section.getBoundingClientRect().height);
    const before = await height();
    held.resolve();
    await page.locator('#sample-dashboard [role="tablist"]').waitFor();
    expect(Math.abs((await height()) - before)).toBeLessThan(1);
  },
);

test('"See how we work" lands with the heading and the button of the steps in view', async () => {
  const page = await visit({ viewport: { width: 1440, height: 900 } });
  await page.getByRole('link', { name: 'See how we work' }).click();
  for (const part of ['#process-heading', '.process-head .button', '.steps li:first-child h3'])
    await expect
      .poll(() => page.locator(part).boundingBox(), { message: part })
      .toSatisfy(
        (box: { y: number; height: number } | null) => box !== null && box.y >= 0 && box.y + box.height <= 900,
      );
});
