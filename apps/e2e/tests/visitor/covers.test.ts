import { expect, test } from '../../support/fixtures.ts';
import { renderAllSections } from '../../support/site-pages.ts';
import { siteUrl, visit } from '../../support/visit.ts';

/** The covers fill boxes of these shapes without a loss, as a test of packages/artwork verifies. */
const [narrowest, lowest] = [0.4, 2.5];

test('every place of a cover is filled by it, and has a shape for which it is drawn', async () => {
  const page = await visit();
  const article = await page.locator('.insight h3 a').first().getAttribute('href');
  const places = new Set<string>();
  for (const path of ['/', '/insights/', article ?? '']) {
    await page.goto(siteUrl + path);
    await renderAllSections(page);
    for (const width of [360, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const covers = await page.locator('img[src*="/art/cover-"]').evaluateAll((images) =>
        images.map((image) => {
          const [box, around] = [image, image.closest('.picture-box') as Element].map((one) =>
            one.getBoundingClientRect(),
          );
          const isFilled = box?.width === around?.width && box?.height === around?.height;
          const shape = (box?.width ?? 0) / (box?.height ?? 1);
          return {
            place: image.parentElement?.className ?? '',
            isFilled,
            shape,
            fit: getComputedStyle(image).objectFit,
          };
        }),
      );
      for (const { place, isFilled, shape, fit } of covers) {
        places.add(place);
        expect({ isFilled, fit }, `${path} at ${width} px, ${place}`).toEqual({ isFilled: true, fit: 'fill' });
        expect(shape, `${path} at ${width} px, ${place}`).toBeGreaterThan(narrowest);
        expect(shape, `${path} at ${width} px, ${place}`).toBeLessThan(lowest);
      }
    }
  }
  // Card of the landing page, list of articles, head of an article, related articles.
  expect(places.size).toBe(4);
});
