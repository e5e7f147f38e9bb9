import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'site',
    environment: 'node',
    globalSetup: 'test/global-setup.ts',
    include: ['src/**/*.test.ts', 'integrations/**/*.test.ts', 'test/**/*.test.ts'],
  },
});
