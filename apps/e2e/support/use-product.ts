import type { Browser } from '@playwright/test';
import { sharedBrowser, test } from './fixtures.ts';
import { freshData } from './fresh-data.ts';
import { readPage } from './session.ts';
import { type Stack, startStack, until } from './stack.ts';

/** The product with a data folder of its own, for all tests of a file, and the browser. */
export function useProduct(env: Record<string, string> = {}) {
  let stack: Stack | undefined;

  test.beforeAll(async () => {
    stack = await startStack({ DATA_DIR: freshData(), ...env });
  });
  test.afterAll(async () => {
    await stack?.stop();
  });

  const product = {
    get stack(): Stack {
      if (!stack) throw new Error('The product runs only while tests do.');
      return stack;
    },
    get browser(): Browser {
      return sharedBrowser();
    },
    /** Waits until the landing page holds a text. */
    shows: (text: string) =>
      until(`visitors see "${text}"`, async () => (await readPage(product.stack.url)).includes(text)),
  };
  return product;
}
