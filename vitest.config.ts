import { defineConfig } from 'vitest/config';

/** A folder whose tests run in Node. */
const nodeProject = (name: string, root: string) => ({ test: { name, root, include: ['**/*.test.{ts,tsx}'] } });

export default defineConfig({
  test: {
    projects: [
      nodeProject('schema', 'packages/schema'),
      nodeProject('config', 'packages/config'),
      nodeProject('api', 'apps/api'),
      nodeProject('publisher', 'apps/publisher'),
      nodeProject('site', 'apps/site'),
      nodeProject('scripts', 'scripts'),
      { test: { name: 'admin', root: 'apps/admin', include: ['src/**/*.test.{ts,tsx}'], environment: 'jsdom' } },
      {
        test: {
          name: 'e2e',
          root: 'apps/e2e',
          include: ['tests/**/*.test.ts'],
          // Each file starts the built product and a browser: one at a time, and as long as a slow machine needs.
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
