import { defineConfig } from '@playwright/test';
import { launchOptions } from './support/browser.ts';

export default defineConfig({
  testDir: 'tests',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  globalSetup: './support/global-setup.ts',
  // Three files in parallel, each with its own product: while one waits, another works.
  workers: 3,
  // Generous, for slow machines.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    launchOptions,
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
});
