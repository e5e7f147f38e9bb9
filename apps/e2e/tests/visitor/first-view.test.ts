import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Route } from '@playwright/test';
import { expect, onTestEnd, test } from '../../support/fixtures.ts';
import { changePages, siteUrl, visit, waitForStyles, withMotion } from '../../support/visit.ts';

const styles = '**/_astro/non-critical.*.css';

/** Texts of every part below the first view. */
const words = [
  'Transparent reporting',
  'Our Mission',
  'Industry Recognition',
  'Nine services, one plan',
  'Results & Growth',
  'The Friday page',
  'START YOUR TRANSFORMATION',
  'Quick links',
];
const anchors = ['about', 'services', 'stats', 'process', 'insights', 'contact', 'hiring', 'sample-dashboard'];

/** Opens a page whose requests a test can intercept. */
const openBlank = (options: Parameters<typeof visit>[0] = {}) => visit({ path: '/robots.txt', ...options });

/** Returns the texts that the page does not show, and that a browser would not find in it. */
function listHiddenTexts(page: Page): Promise<string[]> {
  return page.evaluate((all) => {
    const options = { opacityProperty: true, visibilityProperty: true };
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    const shown: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node.parentElement?.checkVisibility(options)) shown.push(node.textContent ?? '');
    return all.filter((each) => !shown.some((text) => text.includes(each)));
  }, words);
}

test('the landing page requests nothing before its first paint, and the rest right after it', async () => {
  const page = await openBlank();
  await page.goto(siteUrl);
  await waitForStyles(page);
  const { paintedMs, requests } = await page.evaluate(() => ({
    paintedMs: performance.getEntriesByType('paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
    requests: performance
      .getEntriesByType('resource')
      .map(({ name, startTime }) => ({ name: new URL(name).pathname, startTime })),
  }));
  expect(requests.map(({ name }) => name)).toContainEqual(expect.stringMatching(/non-critical\.[^/]*\.css$/));
  expect(requests.filter(({ startTime }) => startTime < paintedMs)).toEqual([]);
});

test('nothing moves while the page arrives in pieces: the controls of the slides come before them', async () => {
  const html = await (await fetch(siteUrl)).text();
  const middle = html.indexOf('<div class="slides"');
  const { promise: isSeen, resolve: send } = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    if (request.url !== '/') return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).write(html.slice(0, middle));
    await isSeen;
    return response.end(html.slice(middle));
  }).listen(0, '127.0.0.1');
  onTestEnd(() => server.close());
  await once(server, 'listening');
  const page = await openBlank({ viewport: { width: 412, height: 823 } });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { waitUntil: 'commit' });
  const controls = page.locator('.hero-foot .indicators');
  await expect(controls).toBeAttached();
  await expect(controls).toBeHidden();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  send();
  await expect(controls).toBeVisible();
  await page.waitForFunction(() => document.documentElement.dataset.gate === undefined);
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts);
  expect(shifts.reduce((total, shift) => total + shift, 0)).toBeLessThan(0.005);
});

for (const [fault, prepare] of [
  ['the style sheet is refused', (page: Page) => page.route(styles, (route) => route.abort())],
  ['the style sheet never arrives', (page: Page) => page.route(styles, () => {})],
  ['no font arrives', (page: Page) => page.route('**/*.woff2', () => {})],
  ['no script file arrives', (page: Page) => page.route('**/*.js', (route) => route.abort())],
  [
    'no script of the page runs',
    (page: Page) => changePages(page, (html) => html.replace(/<script\b.*?<\/script>/gs, '')),
  ],
] as const) {
  test(`if ${fault}, nothing stays hidden, and anchors and find in page work`, async () => {
    const page = await openBlank();
    await prepare(page);
    await page.goto(siteUrl, { waitUntil: 'commit' });
    await expect.poll(() => listHiddenTexts(page)).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    expect(await listHiddenTexts(page)).toEqual([]);
    await page.emulateMedia({ media: 'screen' });
    for (const anchor of ['about', 'contact']) {
      await page.goto(`${siteUrl}/?to=${anchor}#${anchor}`, { waitUntil: 'commit' });
      await expectAtTop(page, anchor);
    }
  });
}

/** Waits until the target of an anchor is where a jump ends: below the header, or the part of it that is shown. */
async function expectAtTop(page: Page, anchor: string): Promise<void> {
  const top = () => page.locator(`[id="${anchor}"]`).evaluate((target) => target.getBoundingClientRect().top);
  // Between -2 and 102 px.
  await expect.poll(async () => Math.abs((await top()) - 50), { message: anchor }).toBeLessThanOrEqual(52);
}

/** Lets the style sheet wait for a call of the returned function. */
async function holdStyles(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(styles, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

for (const width of [390, 1280]) {
  test(`an anchor of the address is reached once the styles apply (${width} px)`, async () => {
    const page = await openBlank({ viewport: { width, height: 800 } });
    for (const anchor of anchors) {
      const release = await holdStyles(page);
      await page.goto(`${siteUrl}/?to=${anchor}#${anchor}`, { waitUntil: 'commit' });
      await page.locator('.site-footer').waitFor({ state: 'attached' });
      release();
      await waitForStyles(page);
      await expectAtTop(page, anchor);
      await page.unroute(styles);
    }
  });
}

test('a link that is followed before the styles apply leads to its target', async () => {
  const page = await openBlank();
  const release = await holdStyles(page);
  await page.goto(siteUrl, { waitUntil: 'commit' });
  await page.locator('.site-header').getByRole('link', { name: 'Process' }).click();
  release();
  await waitForStyles(page);
  await expectAtTop(page, 'process');
});

test('the menu of a phone opens although the style sheet does not arrive', async () => {
  const page = await openBlank({ viewport: { width: 360, height: 740 } });
  await page.route(styles, () => {});
  await page.goto(siteUrl, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Menu' }).click();
  for (const link of await page.locator('#site-menu nav a').all()) await expect(link).toBeInViewport({ ratio: 1 });
});

test('the enquiry dialog opens although the style sheet does not arrive', async () => {
  const page = await openBlank();
  await page.route(styles, () => {});
  await page.goto(siteUrl, { waitUntil: 'commit' });
  await page.locator('.slide[data-active] [data-open-contact]').first().click();
  await expect(page.getByRole('dialog').getByLabel(/Company name/)).toBeVisible();
});

const pageScript = '**/_astro/after-paint.*.js*';

test('a press before the script of the page is there takes effect after it', async () => {
  const page = await openBlank({ viewport: { width: 360, height: 740 } });
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pageScript, (route) => promise.then(() => route.continue()));
  await page.goto(siteUrl, { waitUntil: 'commit' });
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.click();
  await expect(page.locator('#site-menu')).toBeHidden();
  resolve();
  await expect(page.locator('#site-menu')).toBeVisible();
});

test('a page whose script was lost loads it again', async () => {
  const page = await openBlank();
  let isLost = true;
  await page.route(pageScript, (route) => {
    if (!isLost) return route.continue();
    isLost = false;
    return route.abort('connectionreset');
  });
  await page.goto(siteUrl, { waitUntil: 'commit' });
  await waitForStyles(page);
  await page.getByRole('link', { name: 'START YOUR TRANSFORMATION' }).press('Enter');
  await page.getByRole('dialog').waitFor();
});

for (const [fault, handle] of [
  ['cannot be loaded', (route: Route) => route.abort()],
  ['never arrives', () => {}],
] as const) {
  test(`if the script of the page ${fault}, the menu of a phone opens and the enquiry link leads to the form`, async () => {
    const page = await openBlank({ viewport: { width: 360, height: 740 } });
    await page.route(pageScript, handle);
    await page.goto(siteUrl, { waitUntil: 'commit' });
    const menu = page.locator('#site-menu');
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(menu).toBeVisible();
    await menu.getByRole('link', { name: 'Enquire' }).click();
    await expect(page.locator('form#enquiry')).toBeVisible();
  });
}

test('a reload keeps the place on the page', async () => {
  const page = await visit();
  await page.locator('#process').scrollIntoViewIfNeeded();
  await page.reload();
  await waitForStyles(page);
  await expect(page.locator('#process')).toBeInViewport();
});

test('everything that moves at the start is drawn by the compositor', async () => {
  const page = await visit({ ...withMotion, path: '/robots.txt' });
  await page.addInitScript(() => {
    const found: string[] = [];
    Object.assign(globalThis, { found });
    document.addEventListener('animationstart', ({ target, animationName }) => {
      const element = target as Element;
      const frames = element
        .getAnimations({ subtree: true })
        .flatMap(({ effect }) => (effect as KeyframeEffect).getKeyframes());
      const names = frames.flatMap((frame) => Object.keys(frame));
      const slow = names.filter(
        (name) => !/^(?:transform|translate|scale|opacity|offset|easing|composite|computedOffset)$/.test(name),
      );
      // The compositor moves an svg as a whole, and by `transform` only.
      if (
        element.closest('svg') &&
        (element !== element.closest('svg') || names.some((name) => /^(?:translate|scale)$/.test(name)))
      )
        slow.push('part of an svg');
      found.push(`${animationName} ${slow}`.trim());
    });
  });
  await page.goto(siteUrl);
  const read = () => page.evaluate(() => (globalThis as unknown as { found: string[] }).found);
  await expect.poll(async () => (await read()).sort()).toEqual(['ken-burns', 'ticker', 'unveil']);
});

test('with reduced motion nothing moves', async () => {
  const page = await visit();
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});
