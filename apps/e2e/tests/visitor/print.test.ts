import { expect, test } from '../../support/fixtures.ts';
import { renderAllSections } from '../../support/site-pages.ts';
import { visit, withMotion } from '../../support/visit.ts';

test('every drawing is printed, also those that move or fade in on a screen', async () => {
  const page = await visit(withMotion);
  await renderAllSections(page);
  const animated = page.locator('.draw-gather, .draw-slide, .draw-wipe, .draw-wipe > img, .service, .stud');
  // The styles of scroll-driven animations load with the first island.
  await expect.poll(() => animated.first().evaluate((part) => getComputedStyle(part).animationName)).not.toBe('none');
  await page.emulateMedia({ media: 'print' });
  const styles = await animated.evaluateAll((parts) =>
    parts.map((part) => {
      const { opacity, transform } = getComputedStyle(part);
      return `${opacity} ${transform}`;
    }),
  );
  expect(styles.length).toBeGreaterThan(20);
  expect(new Set(styles)).toEqual(new Set(['1 none']));
});
