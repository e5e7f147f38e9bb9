import { type Browser, expect, type Page, test as playwrightTest } from '@playwright/test';
import { trackedPages } from './browser.ts';

export { expect };

const maxPrinted = { lines: 1500, requests: 20 };
/** For a page whose script hangs: it never answers. */
const snapshotTimeoutMs = 10_000;

const cleanups: (() => unknown)[] = [];
let workerBrowser: Browser | undefined;

/** Registers a function that runs after the current test, also when it fails; the last one registered runs first. */
export function onTestEnd(cleanup: () => unknown): void {
  cleanups.push(cleanup);
}

/** Returns the browser that the test files of a worker share. Each page has a context of its own. */
export function sharedBrowser(): Browser {
  if (!workerBrowser) throw new Error('The browser runs only while tests do.');
  return workerBrowser;
}

/**
 * The addresses and folders that `global-setup.ts` prepares. They are empty while Playwright collects the tests, before the
 * set-up has run.
 */
export const prepared = {
  /** The product that all tests of the public page share. Its placeholders are replaced. */
  siteUrl: process.env.E2E_SITE_URL ?? '',
  siteDataDir: process.env.E2E_SITE_DATA_DIR ?? '',
  /** A data folder after its first start. Tests copy it and never start it. */
  firstDataDir: process.env.E2E_FIRST_DATA_DIR ?? '',
};

/**
 * Playwright's `test`, with two rules for every test: the contexts that it opens are closed after it, and it fails if one of
 * its pages throws or violates the content security policy. A failed test prints what its pages show: the log of another
 * machine is often all there is.
 */
export const test = playwrightTest.extend<{ guard: undefined }, { shareBrowser: undefined }>({
  shareBrowser: [
    async ({ browser }, use) => {
      workerBrowser = browser;
      await use(undefined);
    },
    { scope: 'worker', auto: true },
  ],
  guard: [
    async ({ browser }, use, testInfo) => {
      const before = new Set(browser.contexts());
      await use(undefined);
      const opened = browser.contexts().filter((context) => !before.has(context));
      const pages = opened.flatMap((context) => context.pages());
      if (testInfo.errors.length > 0) for (const page of pages) console.log(await describePage(page));
      for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
      await Promise.all(opened.map((context) => context.close()));
      expect(trackedPages.splice(0).flatMap(({ errors }) => errors)).toEqual([]);
    },
    { auto: true },
  ],
});

/** Returns the address of a page, its accessibility tree, the focused element and the latest requests. */
async function describePage(page: Page): Promise<string> {
  const requests = (trackedPages.find((tracked) => tracked.page === page)?.requests ?? []).slice(-maxPrinted.requests);
  try {
    const tree = await page.locator('body').ariaSnapshot({ timeout: snapshotTimeoutMs });
    const focus = await page
      .locator(':focus')
      .evaluate((element) => element.outerHTML.slice(0, 300), undefined, { timeout: 1000 })
      .catch(() => 'nothing');
    const lines = tree.split('\n').slice(0, maxPrinted.lines);
    return ['', `${page.url()} shows:`, ...lines, `Focus: ${focus}`, ...requests].join('\n');
  } catch (error) {
    return ['', `${page.url()} does not answer: ${error}`, ...requests].join('\n');
  }
}
