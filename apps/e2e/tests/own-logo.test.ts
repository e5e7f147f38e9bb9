import type { Browser, Page } from '@playwright/test';
import { findViolations, save, saved } from '../support/admin-screen.ts';
import { runAxe } from '../support/axe.ts';
import { openPage } from '../support/browser.ts';
import { expect, test } from '../support/fixtures.ts';
import { createPng } from '../support/png.ts';
import { openPreview } from '../support/preview-screen.ts';
import { readPage } from '../support/session.ts';
import { until } from '../support/stack.ts';
import { useProduct } from '../support/use-product.ts';

const product = useProduct();

const wide = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 100">
  <circle cx="50" cy="50" r="44" fill="#7a1f5c"/><path d="M120 30h260v40H120z" fill="#123f6b"/></svg>`;

async function chooseFile(page: Page, field: string, file: { name: string; mimeType: string; buffer: Buffer }) {
  const picker = page.getByRole('dialog', { name: `Choose an image: ${field}` });
  await expect(picker.getByRole('tab', { name: 'Illustrations' })).toHaveCount(0);
  await picker.getByLabel('Images to upload').setInputFiles(file);
  await expect(picker).toHaveCount(0);
  await page.locator('form').getByText(file.name).waitFor();
}

test('an uploaded logo and icon reach the public page in every look, and a click on the logo leads to its field', async ({
  browser,
}) => {
  const { page, shown } = await openPreview(product, 'section=site&item=brand');
  const mark = shown.locator('.site-header .site-logo > svg');
  await mark.click();
  await chooseFile(page, 'Logo', { name: 'mills.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(wide) });
  const logo = shown.locator('.site-header .site-logo > img');
  await logo.click();
  await page.getByRole('dialog', { name: 'Choose an image: Logo' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Choose an image: Site icon' }).click();
  await chooseFile(page, 'Site icon', { name: 'icon.png', mimeType: 'image/png', buffer: createPng(256, 256, 90) });
  // It also resizes the window, which hides the preview.
  expect(await findViolations(page.locator('form'))).toEqual([]);
  await save(page);
  await saved(page);

  const { url } = product.stack;
  await until('visitors see the logo', async () => (await readPage(url)).includes('own-logo'));
  for (const width of [360, 768, 1440]) {
    for (const colorScheme of ['light', 'dark'] as const) await checkHeader(browser, { width, colorScheme });
  }

  const html = await readPage(url, '/careers/');
  for (const [rel, type] of [
    ['icon', 'type="image/png"'],
    ['apple-touch-icon', ''],
  ]) {
    const [, href = ''] = new RegExp(`<link rel="${rel}" href="([^"]+)" ?${type}`).exec(html) ?? [];
    const response = await fetch(url + href);
    expect([href.startsWith('/media/'), response.status, response.headers.get('content-type')]).toEqual([
      true,
      200,
      'image/png',
    ]);
  }
});

/** The logo is a drawing of 160 by 40 pixels, on white. */
async function checkHeader(browser: Browser, { width, colorScheme }: { width: number; colorScheme: 'light' | 'dark' }) {
  const viewport = { width, height: 740 };
  const { page } = await openPage(browser, { viewport, colorScheme, reducedMotion: 'reduce' });
  await page.goto(product.stack.url);
  const header = page.getByRole('banner');
  const image = header.getByRole('img', { name: 'Threadline Advisory' });
  expect(await image.boundingBox()).toMatchObject({ width: 176, height: 48 });
  await image.evaluate((element: HTMLImageElement) => element.decode());
  expect(await image.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(255, 255, 255)');
  expect(await runAxe(header)).toEqual([]);

  await page.mouse.move(width / 2, 400);
  await page.mouse.wheel(0, 2400);
  await expect(header).toHaveAttribute('data-slim');
  await page.mouse.wheel(0, -200);
  const talk = header.locator('.talk');
  await expect(talk).toBeInViewport();
  const [logoBox, talkBox] = [await image.boundingBox(), await talk.boundingBox()];
  expect((logoBox?.x ?? 0) + (logoBox?.width ?? 0)).toBeLessThan(talkBox?.x ?? 0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const bar = await header.locator('.header-bar').boundingBox();
  expect(bar?.height).toBeLessThanOrEqual(57);
  await page.context().close();
}
