import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './precompress.ts';

/** Set by `npm run dev`, which knows the port. */
const apiUrl = process.env.API_URL ?? 'http://localhost:3000';

export default defineConfig({
  base: '/admin/',
  plugins: [react(), precompress()],
  build: {
    target: 'es2023',
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'], // the first that know light-dark()
    assetsInlineLimit: 0, // `img-src 'self'`: no data: addresses (strict CSP)
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'preview-frame.html'],
      output: {
        // Spec §7: page bundles load from static/js/{chunk id}.{hash}.chunk.js
        entryFileNames: 'static/js/[name].[hash].chunk.js',
        chunkFileNames: 'static/js/[name].[hash].chunk.js',
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.css'))
            ? 'static/css/[name].[hash][extname]'
            : 'static/media/[name].[hash][extname]',
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /[\\/](?:react|react-dom|scheduler)[\\/](?:index|cjs|client|jsx-runtime)/,
              priority: 2,
            },
            // One file instead of a request per icon.
            { name: 'icons', test: /@tabler[\\/]icons-react/ },
            // Small modules that each would be a file of its own, and compress better together.
            { name: 'fields', test: /@mantine[\\/]core[\\/].*[\\/](?:Input|TextInput|PasswordInput|ActionIcon)[\\/]/ },
            { name: 'sign-in', test: /features[\\/]login[\\/](?:entry-page|login-form|login\.module|session-options)/ },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': apiUrl, '/media': apiUrl } },
});
