import { findClippedText } from '../../support/clipped-text.ts';
import { expect, test } from '../../support/fixtures.ts';
import { chooseLooks } from '../../support/looks.ts';
import { replacePlaceholders } from '../../support/prepare-site.ts';
import { fillProof } from '../../support/proof-content.ts';
import { findViolationsInBothSchemes, renderAllSections } from '../../support/site-pages.ts';
import { useProduct } from '../../support/use-product.ts';
import { visit } from '../../support/visit.ts';

const product = useProduct();
const article = '/insights/the-friday-page/';

test.beforeAll(async () => {
  await replacePlaceholders(product.stack);
  await fillProof(product.stack);
});

for (const width of chooseLooks([360], [360, 768, 1440])) {
  test(`people, cases, testimonials, logos, figures and an article are accessible in light and dark (${width} px)`, async () => {
    const page = await visit({ site: product.stack.url, viewport: { width, height: 900 } });
    const found: Record<string, string[]> = {};
    for (const path of ['/', '/claims/', article]) {
      await page.goto(product.stack.url + path);
      found[path] = await findViolationsInBothSchemes(page);
    }
    expect(found).toEqual({ '/': [], '/claims/': [], [article]: [] });
  });
}

test('none of it is cut off or wider than the window from 320 to 1920 px', async () => {
  const page = await visit({ site: product.stack.url });
  const lost: Record<string, string[]> = {};
  for (const path of ['/', '/claims/', article]) {
    await page.goto(product.stack.url + path);
    await renderAllSections(page);
    for (const width of [320, 640, 1024, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const found = await findClippedText(page);
      if (found.length > 0) lost[`${path} ${width} px`] = found;
    }
  }
  // A wide table scrolls, and the growth check has a note that is clipped on purpose until it is hydrated.
  expect(Object.entries(lost).filter(([, texts]) => texts.some((text) => !text.includes('growth')))).toEqual([]);
});

test('a visitor goes from a figure to the page of all figures and to its evidence', async () => {
  const page = await visit({ site: product.stack.url });
  await page.locator('#stats').getByRole('link', { name: 'How we count every figure' }).click();
  await page.getByRole('heading', { level: 1, name: 'Our figures, and how we count them' }).waitFor();
  await page.getByRole('link', { name: 'See the evidence Placement success' }).click();
  await page.getByRole('heading', { name: 'The figures we show' }).waitFor();
});
