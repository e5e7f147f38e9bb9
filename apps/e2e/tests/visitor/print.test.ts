import { expect, test } from '../../support/fixtures.ts';
import { renderAllSections } from '../../support/site-pages.ts';
import { visit, withMotion } from '../../support/visit.ts';

test('every drawing is printed, also those that fade in on a screen', async () => {
  const page = await visit(withMotion);
  await renderAllSections(page);
  const animated = page.locator('.service-picture, .stud');
  // The styles of scroll-driven animations load with the first island.
  await expect
    .poll(() => animated.first().evaluate((part) => getComputedStyle(part).animationName))
    .toContain('appear');
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.service-picture').count()).toBe(9);
  const opacities = await animated.evaluateAll((parts) => parts.map((part) => getComputedStyle(part).opacity));
  expect(new Set(opacities)).toEqual(new Set(['1']));
});
