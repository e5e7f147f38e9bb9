import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'e2e',
    include: ['tests/**/*.test.ts'],
    globalSetup: 'support/first-start.ts',
    setupFiles: 'support/show-failure.ts',
    // Three files at a time, each with a browser and a product of its own: while one waits, another works.
    maxWorkers: 3,
    // No module keeps anything of a file but the browser, which they share.
    isolate: false,
    // As long as a slow machine needs.
    testTimeout: 240_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
