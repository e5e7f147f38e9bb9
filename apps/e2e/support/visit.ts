import { randomInt } from 'node:crypto';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { openPage } from './browser.ts';
import { prepared, sharedBrowser } from './fixtures.ts';

export const siteUrl = prepared.siteUrl;

/** For `visit`: a visitor without a preference, as most are. */
export const withMotion = { reducedMotion: 'no-preference' } as const;

interface Visit extends BrowserContextOptions {
  /** Of a product that is the test's own: no test changes what the one shows that all share. */
  site?: string;
  path?: string;
  /** Time stands still until `page.clock.runFor`. */
  isClockStopped?: boolean;
}

/**
 * Opens a page as a visitor with an IP address of its own.
 *
 * Visitors prefer less motion unless the test is about it (`moving`): drawn without a graphics card, the slides take more
 * than a core of the machine, and three times as long as everything that is tested.
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
    await page.clock.install({ time: '2026-11-21T05:00:00Z' });
    await page.clock.pauseAt('2026-11-21T05:00:01Z');
  }
  await page.goto(site + path);
  return page;
}

/** Lets everything happen that the page has begun, timers aside: only then does it mean something that nothing changed. */
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

/** Runs a stopped clock in steps, so that what each timer sets off is done before the next one is due. */
export async function runClock(page: Page, milliseconds: number): Promise<void> {
  const stepMs = 500;
  for (let left = milliseconds; left > 0; left -= stepMs) {
    await page.clock.runFor(Math.min(stepMs, left));
    await settle(page);
  }
}
