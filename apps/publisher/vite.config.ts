import { defineConfig } from 'vite';

/** One file per thread instead of several hundred modules, as in the API. */
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
      },
      // Beside the programs, because paths are resolved from the location of the code.
      output: {
        chunkFileNames: '[name]-[hash].js',
        // The source stays in memory: without comments and with one byte per character it takes a third. Lines stay for stack traces.
        comments: false,
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
      },
    },
  },
});
