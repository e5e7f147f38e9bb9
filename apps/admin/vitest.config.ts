import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'admin',
    environment: 'jsdom',
    setupFiles: ['./src/test-setup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    // Every test puts away what it keeps, so that files may share modules and one document: to make these took most of the time.
    isolate: false,
    // For what hangs: a test may be slow on a busy machine.
    testTimeout: 240_000,
  },
});
