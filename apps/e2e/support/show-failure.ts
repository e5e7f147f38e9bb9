import type { Page } from 'playwright-core';
import { afterEach } from 'vitest';
import { requestsOf, sharedBrowser } from './browser.ts';

const most = { lines: 1500, requests: 20 };
/** A page whose script hangs answers never. */
const patienceMs = 10_000;

// Somebody who reads the log of another machine sees what the browser showed: a picture could not be printed.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  const contexts = (await sharedBrowser()).contexts();
  for (const page of contexts.flatMap((context) => context.pages())) console.log(await whatItShows(page));
});

/** Where a page is, its accessibility tree, what has the focus, what it asked for last. */
async function whatItShows(page: Page): Promise<string> {
  const requests = (requestsOf.get(page) ?? []).slice(-most.requests);
  try {
    const tree = await page.locator('body').ariaSnapshot({ timeout: patienceMs });
    const focus = await page
      .locator(':focus')
      .evaluate((element) => element.outerHTML.slice(0, 300), undefined, { timeout: 1000 })
      .catch(() => 'nothing');
    const lines = tree.split('\n').slice(0, most.lines);
    return ['', `What ${page.url()} showed:`, ...lines, `Focus: ${focus}`, ...requests].join('\n');
  } catch (error) {
    return ['', `${page.url()} does not answer: ${error}`, ...requests].join('\n');
  }
}
