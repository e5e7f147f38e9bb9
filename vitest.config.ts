import { defineConfig } from 'vitest/config';

/** A folder whose tests need nothing but Node. The limit is for what hangs: a test may be slow on a busy machine. */
const nodeProject = (name: string, root: string) => ({
  test: {
    name,
    root,
    include: ['**/*.test.ts'],
    // No module keeps anything of a test, so that files may share what they import: loading it took a third of the time.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

export default defineConfig({
  test: {
    projects: [
      nodeProject('schema', 'packages/schema'),
      nodeProject('config', 'packages/config'),
      nodeProject('design-tokens', 'packages/design-tokens'),
      nodeProject('scripts', 'scripts'),
      // These have a vitest.config.ts of their own.
      'apps/api',
      'apps/publisher',
      'apps/site',
      'apps/admin',
      'apps/e2e',
    ],
  },
});
