import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { startStack } from './stack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The product that all tests of the visitor's pages share: starting one per file would cost more than the tests. */
    siteUrl: string;
  }
}

/** Behind a pretended proxy, so that each page is a visitor of its own and no test uses up the tries of another. */
export async function setup(project: TestProject) {
  const stack = await startStack({ TRUST_PROXY: 'true' });
  project.provide('siteUrl', stack.url);
  return async () => {
    await stack.stop();
    rmSync(stack.dataDir, { recursive: true, force: true });
  };
}
