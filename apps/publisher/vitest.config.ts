import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'publisher',
    environment: 'node',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // The integration tests start real processes on a machine that may be busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
