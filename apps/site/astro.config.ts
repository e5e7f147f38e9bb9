import path from 'node:path';
import react from '@astrojs/react';
import { defineConfig, fontProviders, passthroughImageService } from 'astro/config';
import { readConfig } from './config.ts';
import { clientDirectives } from './integrations/client-directives.ts';
import { rendererAdapter } from './integrations/renderer-adapter.ts';
import { snapshotIntegration } from './integrations/snapshot.ts';

const config = readConfig();
const isRenderer = config.build === 'renderer';

export default defineConfig({
  output: isRenderer ? 'server' : 'static',
  // Builds that share these folders clear each other's store ("Astro config changed").
  outDir: config.outFolder,
  cacheDir: `./node_modules/.cache/${path.relative(import.meta.dirname, config.outFolder)}`,
  trailingSlash: 'always',
  build: { format: 'directory', inlineStylesheets: 'always' },
  devToolbar: { enabled: false },
  integrations: [react(), clientDirectives(), snapshotIntegration(config)],
  adapter: isRenderer ? rendererAdapter() : undefined,
  // Variants are made when an image is uploaded: the optimiser's addresses would differ between the two builds.
  image: { service: passthroughImageService() },
  markdown: { syntaxHighlight: false },
  security: {
    csp: {
      directives: [
        "default-src 'none'",
        // Content may show pictures and films of any https address.
        "img-src 'self' data: https:",
        "media-src 'self' https:",
        "font-src 'self'",
        "base-uri 'none'",
        "object-src 'none'",
        "manifest-src 'self'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ],
    },
  },
  fonts: [
    {
      provider: fontProviders.local(),
      name: 'Anek Latin',
      cssVariable: '--font-display',
      fallbacks: ['system-ui', 'sans-serif'],
      options: {
        variants: [
          {
            src: ['@fontsource-variable/anek-latin/files/anek-latin-latin-wdth-normal.woff2'],
            weight: '600',
            style: 'normal',
          },
        ],
      },
      variationSettings: '"wdth" 112',
    },
    {
      provider: fontProviders.local(),
      name: 'Hanken Grotesk',
      cssVariable: '--font-text',
      fallbacks: ['system-ui', 'sans-serif'],
      options: {
        variants: [
          {
            src: ['@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2'],
            weight: '400 700',
            style: 'normal',
          },
        ],
      },
    },
  ],
  // The renderer is copied to where no node_modules are.
  vite: isRenderer ? { ssr: { noExternal: true } } : {},
});
