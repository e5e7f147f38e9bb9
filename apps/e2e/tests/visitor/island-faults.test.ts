import type { Page, Route } from '@playwright/test';
import { getActiveSlide } from '../../support/carousel.ts';
import { expect, test } from '../../support/fixtures.ts';
import { visit } from '../../support/visit.ts';

const dataPath = '**/data/*.json';

const faults: [string, (route: Route) => Promise<void>][] = [
  ['is lost', (route) => route.abort('connectionreset')],
  ['is not there', (route) => route.fulfill({ status: 404, json: { success: false, message: 'Not found' } })],
  ['is of another shape', (route) => route.fulfill({ json: { projects: {} } })],
];

for (const [title, fault] of faults) {
  test(`data that ${title}: the page keeps the server's markup and says so; Retry hydrates it`, async () => {
    const page = await visit();
    let isBroken = true;
    await page.route(dataPath, (route) => (isBroken ? fault(route) : route.continue()));
    await page.goto(`${page.url()}#sample-dashboard`);
    const board = page.locator('#sample-dashboard');
    const again = board.getByRole('button', { name: /could not be loaded/ });
    await again.waitFor();
    expect(await board.getByRole('row', { name: /Pune plant, line 2/ }).isVisible()).toBe(true);
    expect(await board.getByRole('img').count()).toBe(2);

    isBroken = false;
    // By keyboard: a pointer could miss it while the page scrolls smoothly.
    await again.press('Enter');
    await board.getByRole('tab', { name: 'Portfolio' }).waitFor();
    await again.waitFor({ state: 'hidden' });
  });
}

for (const [title, retry] of [
  ['once the connection is restored', (page) => page.evaluate(() => dispatchEvent(new Event('online')))],
  [
    'at the next answer of the growth check',
    (page) => page.getByRole('radio', { name: 'Yes, in writing' }).first().check({ force: true }),
  ],
] as [string, (page: Page) => Promise<unknown>][]) {
  test(`lost data loads by itself ${title}`, async () => {
    const page = await visit();
    let isOffline = true;
    await page.route(dataPath, (route) => (isOffline ? route.abort('internetdisconnected') : route.continue()));
    await page.goto(`${page.url()}#sample-dashboard`);
    const board = page.locator('#sample-dashboard');
    await board.getByRole('button', { name: /could not be loaded/ }).waitFor();
    isOffline = false;
    await retry(page);
    await board.getByRole('tab', { name: 'Portfolio' }).waitFor();
  });
}

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
