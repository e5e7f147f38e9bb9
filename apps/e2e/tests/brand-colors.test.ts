import { findViolations, openScreen, save, saved } from '../support/admin-screen.ts';
import { expect, test } from '../support/fixtures.ts';
import { openPreview } from '../support/preview-screen.ts';
import { readPage } from '../support/session.ts';
import { until } from '../support/stack.ts';
import { useProduct } from '../support/use-product.ts';

const product = useProduct();

test('chosen colours are previewed while they are typed, are kept readable, and reach the site and its picture', async () => {
  const readShare = async () =>
    /property="og:image" content="([^"]+)"/.exec(await readPage(product.stack.url, '/'))?.[1];
  const before = await readShare();
  const { page, shown } = await openPreview(product, 'section=site&item=brand');
  const main = page.locator('form [data-pointer="/colors/primary"]');
  const sample = page.getByRole('figure', { name: 'Light' });
  await main.fill('#ff8800');
  await page.getByText('#ff8800 is too light for links').waitFor();
  await main.fill('#7a1f5c');
  await page.getByText('#7a1f5c is easy to read as a link.').waitFor();
  await expect(sample).toContainText('All texts are easy to read.');
  const readPrimary = () =>
    shown.locator('html').evaluate((root) => getComputedStyle(root).getPropertyValue('--color-primary'));
  await expect.poll(readPrimary).toContain('#7a1f5c');
  // It also resizes the window, which hides the preview.
  expect(await findViolations(page.getByRole('group', { name: 'Colours' }))).toEqual([]);
  await page.locator('form [data-pointer="/name"]').fill('Kaveri Mills');
  await save(page);
  await saved(page);
  await page.getByRole('link', { name: 'Kaveri Mills, Dashboard' }).waitFor();
  await until('visitors see the colour', async () =>
    (await readPage(product.stack.url, '/')).includes('--color-primary:light-dark(#7a1f5c'),
  );
  const share = await readShare();
  expect(share).not.toBe(before);
  expect((await fetch(share ?? '')).headers.get('content-type')).toBe('image/png');
  await page.goto(product.stack.url);
  const link = page.locator('main a[href]').first();
  await link.waitFor();
  const declared = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--color-primary'),
  );
  expect(declared).toContain('#7a1f5c');
});

test('after Undo of the colours, the drawings in a list have the earlier ones without a reload', async () => {
  const { page } = await openScreen(product, '/admin/content?section=site&item=brand');
  await page.locator('form [data-pointer="/colors/primary"]').fill('#1f5c7a');
  await save(page);
  await saved(page);
  await page.getByRole('tab', { name: /^About/ }).click();
  const thumbnails = (colors: string) => page.locator(`main img[src$=".svg?colors=${colors}"]`);
  await thumbnails('1f5c7a-').first().waitFor();
  await page.getByRole('button', { name: /^Undo the change of/ }).click();
  await thumbnails('7a1f5c-').first().waitFor();
  await expect(thumbnails('1f5c7a-')).toHaveCount(0);
});
