import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'e2e',
    include: ['tests/**/*.test.ts'],
    globalSetup: 'support/first-start.ts',
    // Each file drives the built product in a browser, with time that it measures: two at once disturb each other.
    fileParallelism: false,
    // As long as a slow machine needs.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
