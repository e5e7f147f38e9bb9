import { defineConfig } from 'vite';

/**
 * One file with all of the code in it: a third of the memory and of the start time of several hundred modules that are
 * stripped of their types one by one. Native modules stay outside.
 */
export default defineConfig({
  ssr: { noExternal: true, external: ['argon2', 'better-sqlite3', 'sharp'] },
  build: {
    ssr: true,
    target: 'node22',
    minify: false,
    rolldownOptions: {
      input: {
        server: 'src/server.ts',
        'encoder-process': 'src/media/encoder-process.ts',
        'video-process': 'src/media/video-process.ts',
        'check-process': 'src/backup/check-process.ts',
      },
      // Beside the programs: paths are found from where the code lies.
      output: {
        chunkFileNames: '[name]-[hash].js',
        // The source stays in memory: without comments and with one byte per character it takes a third. Lines stay for stack traces.
        comments: false,
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
      },
    },
  },
});
