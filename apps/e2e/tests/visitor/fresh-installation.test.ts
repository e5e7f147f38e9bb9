import type { Locator } from '@playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { readPage } from '../../support/session.ts';
import { useProduct } from '../../support/use-product.ts';
import { visit } from '../../support/visit.ts';

const product = useProduct();

const channels = 'a[href^="tel:"], a[href^="sms:"], a[href^="mailto:"], a[href^="https://wa.me"]';

test('on a fresh installation the enquiry form is the only contact channel, and works', async () => {
  const page = await visit({ site: product.stack.url });
  expect(await page.locator(channels).count()).toBe(0);
  await page.locator('.site-footer address').getByRole('link', { name: 'Enquire' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/Company name/).fill('First Visitor Mills');
  await dialog.getByLabel(/Work email/).fill('first@mills.in');
  await dialog.getByRole('button', { name: 'Send enquiry' }).click();
  await dialog.getByText('Your request has been sent. We will get back to you shortly.').waitFor();
});

test('a fresh installation lists its articles newest first on every page that lists them', async () => {
  const newestFirst = ['hire-for-the-next-stage', 'what-a-four-week-audit-finds', 'the-friday-page'];
  for (const path of ['/', '/insights/', '/sitemap/', '/thanks/', '/insights/rss.xml']) {
    const page = await readPage(product.stack.url, path);
    const listed = [...page.matchAll(/\/insights\/([a-z-]+)\/["<]/g)].map(([, id]) => id);
    expect([...new Set(listed)], path).toEqual(newestFirst);
  }
});

test('missing contact details leave no gap on a phone', async () => {
  const page = await visit({ site: product.stack.url, viewport: { width: 390, height: 800 } });
  await page.getByRole('button', { name: 'Menu' }).click();
  expect(await page.locator('.menu-extra .button').allTextContents()).toEqual(['Enquire']);
  await page.keyboard.press('Escape');
  await page.locator('#services').evaluate((section) => section.scrollIntoView());
  const enquire = page.locator('.sticky-bar a');
  await expect(enquire).toHaveCount(1);
  await expect.poll(() => measureWidth(enquire)).toBe(390);
  const panel = page.locator('.contact-panel');
  expect(await panel.count()).toBe(1);
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect.poll(() => measureWidth(panel)).toBe(1280);
});

async function measureWidth(element: Locator): Promise<number> {
  return Math.round((await element.boundingBox())?.width ?? 0);
}
