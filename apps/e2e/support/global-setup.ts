import { cpSync, rmSync } from 'node:fs';
import { replacePlaceholders, waitForSeededImages } from './prepare-site.ts';
import { startProduct } from './stack.ts';

/**
 * Starts the product once and keeps a copy of its data folder, so that each test file starts in a second. A second instance
 * serves all tests of the public page. It trusts a proxy, so that each page can be a visitor with its own address and no test
 * uses up the rate limits of another.
 */
export default async function prepareProduct(): Promise<() => Promise<void>> {
  const env = { TRUST_PROXY: 'true' };
  const first = await startProduct(env);
  process.env.BUILD_IS_CURRENT = '1';
  await waitForSeededImages(first);
  await first.stop();
  const copy = `${first.dataDir}-copy`;
  cpSync(first.dataDir, copy, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  const stack = await startProduct({ ...env, DATA_DIR: first.dataDir });
  await replacePlaceholders(stack);
  process.env.E2E_FIRST_DATA_DIR = copy;
  process.env.E2E_SITE_URL = stack.url;
  process.env.E2E_SITE_DATA_DIR = stack.dataDir;
  return async () => {
    await stack.stop();
    for (const folder of [first.dataDir, copy]) rmSync(folder, { recursive: true, force: true });
  };
}
