import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { prepared, sharedBrowser, test } from './fixtures.ts';
import { readPage } from './session.ts';
import { type Product, root, startProduct, until } from './stack.ts';

const folders: string[] = [];
// Test hooks of a module would belong to the first test file of the worker.
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Returns a new data folder in the state after the first start: seeded, with encoded images and a published release. */
export function copyFirstData(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'threadline-e2e-'));
  folders.push(dataDir);
  cpSync(prepared.firstDataDir, dataDir, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  return dataDir;
}

/** Returns a copy of the seed without images: to encode them takes longer than the rest of a first start. */
export function copySeedWithoutImages(): string {
  const seedDir = mkdtempSync(join(tmpdir(), 'threadline-seed-'));
  folders.push(seedDir);
  cpSync(join(root, 'content-seed'), seedDir, { recursive: true });
  rmSync(join(seedDir, 'images'), { recursive: true });
  return seedDir;
}

/** Starts the product with its own data folder for all tests of a file. */
export function useProduct(env: Record<string, string> = {}) {
  let stack: Product | undefined;

  test.beforeAll(async () => {
    stack = await startProduct({ DATA_DIR: copyFirstData(), ...env });
  });
  test.afterAll(async () => {
    await stack?.stop();
  });

  const product = {
    get stack(): Product {
      if (!stack) throw new Error('The product runs only while tests do.');
      return stack;
    },
    get browser(): Browser {
      return sharedBrowser();
    },
    /** Waits until the landing page contains a text. */
    shows: (text: string) =>
      until(`visitors see "${text}"`, async () => (await readPage(product.stack.url)).includes(text)),
  };
  return product;
}
