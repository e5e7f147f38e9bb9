import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'admin',
    // A file that needs a document says so in its first line: making one takes longer than most tests.
    environment: 'node',
    setupFiles: ['./src/test-setup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    // For what hangs: a test may be slow on a busy machine.
    testTimeout: 60_000,
  },
});
