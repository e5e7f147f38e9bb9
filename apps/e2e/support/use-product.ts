import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { sharedBrowser } from './browser.ts';
import { freshData } from './fresh-data.ts';
import { readPage } from './session.ts';
import { type Stack, startStack, until } from './stack.ts';

/** The product with a data folder of its own, for all tests of a file, and the browser. */
export function useProduct(env: Record<string, string> = {}) {
  let stack: Stack | undefined;
  let browser: Browser | undefined;

  beforeAll(async () => {
    [stack, browser] = await Promise.all([startStack({ DATA_DIR: freshData(), ...env }), sharedBrowser()]);
  });
  afterAll(async () => {
    // The browser stays for the next file, but nothing that still asks for a product that is gone.
    await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
    await stack?.stop();
  });

  const product = {
    get stack(): Stack {
      if (!stack) throw new Error('The product runs only while tests do.');
      return stack;
    },
    get browser(): Browser {
      if (!browser) throw new Error('The browser runs only while tests do.');
      return browser;
    },
    /** Waits until the landing page holds a text. */
    shows: (text: string) =>
      until(`visitors see "${text}"`, async () => (await readPage(product.stack.url)).includes(text)),
  };
  return product;
}
