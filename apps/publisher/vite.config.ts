import { defineConfig } from 'vite';

/** As for the API: one file per thread instead of several hundred modules. */
export default defineConfig({
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'node22',
    minify: false,
    rolldownOptions: {
      input: {
        server: 'src/server.ts',
        worker: 'src/render/worker.ts',
        'hash-pages': 'src/hash-pages.ts',
        'preview-worker': 'src/preview/worker.ts',
      },
      // Beside the programs: paths are found from where the code lies.
      output: { chunkFileNames: '[name]-[hash].js' },
    },
  },
});
