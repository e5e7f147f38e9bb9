import type { Route } from '@playwright/test';
import { getActiveSlide } from '../../support/carousel.ts';
import { expect, test } from '../../support/fixtures.ts';
import { visit } from '../../support/visit.ts';

const dataPath = '**/data/*.json';

const faults: [string, (route: Route) => Promise<void>][] = [
  ['is lost', (route) => route.abort('connectionreset')],
  ['is not there', (route) => route.fulfill({ status: 404, json: { success: false, message: 'Not found' } })],
  ['is of another shape', (route) => route.fulfill({ json: { board: {}, growth: {} } })],
];

for (const [title, fault] of faults) {
  test(`data that ${title}: the page keeps the server's markup and says so; Retry hydrates it`, async () => {
    const page = await visit();
    let isBroken = true;
    await page.route(dataPath, (route) => (isBroken ? fault(route) : route.continue()));
    await page.goto(`${page.url()}#growth-audit`);
    const check = page.locator('#growth-audit');
    const board = page.locator('#sample-dashboard');
    const again = check.getByRole('button', { name: /could not be loaded/ });
    await again.waitFor();
    await expect(check.getByText('Give each answer its points')).toBeVisible();
    await board.scrollIntoViewIfNeeded();
    await board.getByRole('button', { name: /could not be loaded/ }).waitFor();
    expect(await board.getByRole('row', { name: /Pune plant, line 2/ }).isVisible()).toBe(true);
    expect(await board.getByRole('img').count()).toBe(2);

    isBroken = false;
    // By keyboard: a pointer could miss it while the page scrolls smoothly.
    await again.press('Enter');
    await check.getByText('0 of 18').first().waitFor({ state: 'attached' });
    await again.waitFor({ state: 'hidden' });
    // The next answer anywhere on the page also retries.
    await check.getByRole('radio', { name: 'Yes, in writing' }).first().check({ force: true });
    await board.getByRole('tab', { name: 'Portfolio' }).waitFor();
    await expect(check.getByRole('status')).toContainText('3 of 18');
  });
}

test('the data loads by itself once the connection is restored', async () => {
  const page = await visit();
  let isOffline = true;
  await page.route(dataPath, (route) => (isOffline ? route.abort('internetdisconnected') : route.continue()));
  await page.goto(`${page.url()}#growth-audit`);
  const check = page.locator('#growth-audit');
  const again = check.getByRole('button', { name: /could not be loaded/ });
  await again.waitFor();
  isOffline = false;
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await again.waitFor({ state: 'hidden' });
  await expect(check.getByRole('status')).toContainText('0 of 18');
});

test('a carousel whose code failed to load hydrates at the next click, which takes effect', async () => {
  const page = await visit();
  let isOffline = true;
  await page.route('**/hero-carousel*', (route) =>
    isOffline ? route.abort('internetdisconnected') : route.continue(),
  );
  const lost = page.waitForEvent('console', { predicate: (message) => message.text().includes('Error hydrating') });
  await page.locator('.hero h1').hover();
  await lost;
  isOffline = false;
  await page.getByRole('button', { name: 'Next slide' }).click();
  await page.locator('astro-island[component-export=HeroCarousel]:not([ssr])').waitFor();
  await expect.poll(() => getActiveSlide(page)).toBe(2);
});
