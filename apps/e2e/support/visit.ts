import { randomInt } from 'node:crypto';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { openPage } from './browser.ts';
import { expect, prepared, sharedBrowser } from './fixtures.ts';

export const siteUrl = prepared.siteUrl;

/** For `visit`: a visitor without a preference for reduced motion. */
export const withMotion = { reducedMotion: 'no-preference' } as const;

interface Visit extends BrowserContextOptions {
  /** The address of the test's own product. No test changes the content of the shared one. */
  site?: string;
  path?: string;
  /** The page's clock is paused until `page.clock.runFor`. */
  isClockStopped?: boolean;
}

/**
 * Opens a page as a visitor with an IP address of its own.
 *
 * Visitors prefer reduced motion unless the test is about motion (`withMotion`): without a graphics card, the animations
 * take more than one core, and three times as long as all the rest.
 */
export async function visit({
  site = siteUrl,
  path = '/',
  isClockStopped = false,
  ...options
}: Visit = {}): Promise<Page> {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  const { page } = await openPage(sharedBrowser(), {
    extraHTTPHeaders: { 'x-forwarded-for': address },
    reducedMotion: 'reduce',
    ...options,
  });
  if (isClockStopped) {
    // A minute before: on a busy machine, the clock runs on for seconds until it is paused.
    await page.clock.install({ time: '2026-11-21T04:59:00Z' });
    await page.clock.pauseAt('2026-11-21T05:00:01Z');
  }
  await page.goto(site + path);
  if (isClockStopped) await runFirstFrames(page);
  await waitForStyles(page);
  return page;
}

/** With a paused clock: runs the frame after which the last styles apply. */
export async function runFirstFrames(page: Page): Promise<void> {
  const frameMs = 20;
  const isWaiting = () => page.evaluate(() => document.documentElement.hasAttribute('data-gate'));
  if (!(await isWaiting())) return;
  const getGate = () => getComputedStyle(document.documentElement).getPropertyValue('--gate');
  await expect.poll(() => page.evaluate(getGate)).toBe('visible');
  while (await isWaiting()) await page.clock.runFor(frameMs);
}

/** Waits until the styles of the whole page apply and its script has run: they load after the first paint. */
export async function waitForStyles(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isOpen = !document.documentElement.hasAttribute('data-gate');
    const hasScript = document.querySelector('[data-script][data-styles]') !== null;
    const isScripted = customElements.get('astro-island') !== undefined || matchMedia('(scripting: none)').matches;
    return isOpen && (isScripted || !hasScript);
  });
}

/** Waits until pending tasks of the page have run, except timers. A test that nothing changed needs this first. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let turn = 0; turn < 10; turn++) {
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage('');
      });
    }
  });
}

/** Advances a paused clock in steps, so that the effects of each timer are done before the next one is due. */
export async function runClock(page: Page, milliseconds: number): Promise<void> {
  const stepMs = 500;
  for (let left = milliseconds; left > 0; left -= stepMs) {
    await page.clock.runFor(Math.min(stepMs, left));
    await settle(page);
  }
}

/** Changes the HTML of every page. */
export async function changePages(page: Page, change: (html: string) => string): Promise<void> {
  await page.route(`${siteUrl}/**`, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, body: change(await response.text()) });
  });
}
