import { join } from 'node:path';
import sharp from 'sharp';
import { launchBrowser, openPage } from '../support/browser.ts';
import { root, startProduct } from '../support/stack.ts';

/** Takes the screenshot of the README: `node apps/e2e/screenshots/readme.ts`. */
const stack = await startProduct();
const browser = await launchBrowser();
try {
  const { page } = await openPage(browser, {
    viewport: { width: 1280, height: 860 },
    deviceScaleFactor: 1,
    reducedMotion: 'reduce',
  });
  await page.goto(stack.url, { waitUntil: 'networkidle' });
  await sharp(await page.screenshot())
    .webp({ quality: 82 })
    .toFile(join(root, 'docs/landing-page.webp'));
} finally {
  await browser.close();
  await stack.stop();
}
