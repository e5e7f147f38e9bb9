import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';

export const launchOptions = {
  executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    // Without these, Chromium contacts its vendor at every start.
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

interface TrackedPage {
  page: Page;
  /** Uncaught errors, and violations of the content security policy. */
  errors: string[];
  /** One line per request, oldest first. */
  requests: string[];
}

/** The pages that were opened since the last test ended. */
export const trackedPages: TrackedPage[] = [];

export function launchBrowser(): Promise<Browser> {
  return chromium.launch(launchOptions);
}

/**
 * Without a graphics card, painting takes most of the time of a test. Half the pixels in each direction are a quarter of
 * that work, and layout is the same.
 */
const fewPixels = { deviceScaleFactor: 0.5 };

/** Opens a page in its own context, and tracks its errors and requests. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<{ page: Page }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...fewPixels, ...options });
  const page = await context.newPage();
  const tracked: TrackedPage = { page, errors: [], requests: [] };
  trackedPages.push(tracked);
  page.on('response', (response) =>
    tracked.requests.push(`${response.status()} ${response.request().method()} ${response.url()}`),
  );
  page.on('requestfailed', (request) =>
    tracked.requests.push(`failed ${request.url()}: ${request.failure()?.errorText}`),
  );
  page.on('pageerror', (error) => tracked.errors.push(error.message));
  page.on('console', (message) => {
    if (/Content.Security.Policy|Trusted/i.test(message.text())) tracked.errors.push(message.text());
  });
  return { page };
}
