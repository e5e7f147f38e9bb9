import type { Locator, Page } from '@playwright/test';
import { openCarousel } from '../../support/carousel.ts';
import { expect, test } from '../../support/fixtures.ts';
import { measureSharpness } from '../../support/sharpness.ts';
import { settle } from '../../support/visit.ts';

/** Ends all fades, and keeps the slow zoom of the picture in its middle while it runs. Returns the number of zooms. */
const holdZoom = (page: Page) =>
  page.evaluate(() => {
    let zooms = 0;
    for (const animation of document.getAnimations()) {
      if (!('animationName' in animation)) animation.finish();
      if ((animation as CSSAnimation).animationName !== 'ken-burns') continue;
      animation.currentTime = 3500;
      animation.updatePlaybackRate(0.001);
      zooms += 1;
    }
    return zooms;
  });

const stopZoom = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.cancel();
  });

for (const deviceScaleFactor of [1, 2]) {
  test(`the texts of a slide are as sharp during the slow zoom as at rest, at ${deviceScaleFactor} device pixels per px`, async () => {
    const { page, button } = await openCarousel({ deviceScaleFactor, viewport: { width: 1440, height: 900 } });
    await button('Next slide').dispatchEvent('click');
    await settle(page);
    expect(await holdZoom(page)).toBe(1);
    const slide = page.locator('.slide[data-active]');
    const texts: Record<string, Locator> = { title: slide.locator('.headline'), sheet: slide.locator('.sheet use') };
    const during: Record<string, number> = {};
    for (const [name, text] of Object.entries(texts)) during[name] = await measureSharpness(text);
    await stopZoom(page);
    for (const [name, text] of Object.entries(texts)) {
      const atRest = await measureSharpness(text);
      expect((during[name] ?? 0) / atRest, name).toBeGreaterThan(0.99);
    }
  });
}
