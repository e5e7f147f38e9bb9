import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** Without these, Chromium calls home at every start. */
const quiet = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const chromiumPath = process.env.CHROMIUM_PATH || '/usr/bin/chromium';

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', ...quiet],
  });
}

let shared: Promise<Browser> | undefined;

/** One for all test files of a worker, and gone with it: each page has a context of its own. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser();
  return shared;
}

/** What each page has asked for, oldest first, for whoever wants to know why a test failed. */
export const requestsOf = new WeakMap<Page, string[]>();

/** A page that collects what must never happen: uncaught errors and violations of the content security policy. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; mistakes: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const mistakes: string[] = [];
  const requests: string[] = [];
  requestsOf.set(page, requests);
  page.on('requestfinished', async (request) => {
    const reply = await request.response().catch(() => null);
    requests.push(`${reply?.status()} ${request.method()} ${request.url()}`);
  });
  page.on('requestfailed', (request) => requests.push(`failed ${request.url()}: ${request.failure()?.errorText}`));
  page.on('pageerror', (error) => mistakes.push(error.message));
  page.on('console', (message) => {
    if (/Content.Security.Policy|Trusted/i.test(message.text())) mistakes.push(message.text());
  });
  return { page, mistakes };
}
