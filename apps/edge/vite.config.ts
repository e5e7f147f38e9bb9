import { defineConfig } from 'vite';

/** One module without imports, so that the tests run the same bytes that are deployed. */
export default defineConfig({
  ssr: { noExternal: true, target: 'webworker' },
  build: {
    ssr: 'src/worker.ts',
    target: 'es2024',
    minify: false,
  },
});
