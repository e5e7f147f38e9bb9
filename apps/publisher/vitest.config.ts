import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'publisher',
    environment: 'node',
    // No module keeps state of a test, so files may share what they import.
    isolate: false,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // The integration tests start real processes on a machine that may be busy.
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
