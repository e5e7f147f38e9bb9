import type { Page } from 'playwright-core';
import { afterEach } from 'vitest';
import { sharedBrowser } from './browser.ts';

const mostLines = 250;

// Somebody who reads the log of another machine sees what the browser showed: a picture could not be printed.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  const contexts = (await sharedBrowser()).contexts();
  for (const page of contexts.flatMap((context) => context.pages())) console.log(await describe(page));
});

/** Where a page is, what has the focus, what it asked for last, and its accessibility tree. */
async function describe(page: Page): Promise<string> {
  try {
    const { focused, asked } = await page.evaluate(() => ({
      focused: document.activeElement?.outerHTML.slice(0, 300),
      asked: (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .slice(-20)
        .map(
          ({ name, startTime, duration, responseStatus }) =>
            `${responseStatus} ${name} at ${startTime.toFixed(0)} ms for ${duration.toFixed(0)} ms`,
        ),
    }));
    const tree = await page.locator('body').ariaSnapshot({ timeout: 5000 });
    return [
      '',
      `What ${page.url()} showed:`,
      ...tree.split('\n').slice(0, mostLines),
      `Focus: ${focused}`,
      ...asked,
    ].join('\n');
  } catch (error) {
    return `${page.url()} shows nothing any more: ${error}`;
  }
}
