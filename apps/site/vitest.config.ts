import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'site',
    environment: 'node',
    globalSetup: 'test/global-setup.ts',
    // Not a limit on speed: whole sites are rendered while other builds may use the machine.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    include: ['src/**/*.test.ts', 'integrations/**/*.test.ts', 'test/**/*.test.ts'],
  },
});
