import { cpSync, rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { replacePlaceholders } from './own-details.ts';
import { seededImages } from './seeded-images.ts';
import { startStack } from './stack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** What a first start leaves behind: each test file begins with a copy. Not to be started itself. */
    firstDataDir: string;
    /**
     * The product that all tests of the visitor's pages share: starting one per file would cost more than the tests. Its
     * placeholders are replaced.
     */
    siteUrl: string;
    siteDataDir: string;
  }
}

/** Behind a pretended proxy, so that each page is a visitor of its own and no test uses up the tries of another. */
export async function setup(project: TestProject) {
  const env = { TRUST_PROXY: 'true' };
  const first = await startStack(env);
  await seededImages(first);
  await first.stop();
  const copy = `${first.dataDir}-copy`;
  cpSync(first.dataDir, copy, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  const stack = await startStack({ ...env, DATA_DIR: first.dataDir });
  await replacePlaceholders(stack);
  project.provide('firstDataDir', copy);
  project.provide('siteUrl', stack.url);
  project.provide('siteDataDir', stack.dataDir);
  return async () => {
    await stack.stop();
    for (const folder of [first.dataDir, copy]) rmSync(folder, { recursive: true, force: true });
  };
}
