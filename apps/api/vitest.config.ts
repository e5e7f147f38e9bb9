import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'api',
    include: ['**/*.test.ts'],
    setupFiles: ['test/clean-up.ts'],
    // No module keeps anything of a test, so that files may share what they import: loading it took a third of the time.
    isolate: false,
    // For what hangs: a test may be slow on a busy machine.
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
