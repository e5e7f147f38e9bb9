import path from 'node:path';
import react from '@astrojs/react';
import { defineConfig, passthroughImageService } from 'astro/config';
import { readConfig } from './config.ts';
import { clientDirectives } from './integrations/client-directives.ts';
import { rendererAdapter } from './integrations/renderer-adapter.ts';
import { snapshotIntegration } from './integrations/snapshot.ts';
import { typeface } from './integrations/typeface.ts';

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
    ...typeface({ name: 'Anek Latin', cssVariable: '--font-display', file: 'anek', weight: '600' }),
    ...typeface({ name: 'Hanken Grotesk', cssVariable: '--font-text', file: 'hanken', weight: '400 700' }),
  ],
  vite: isRenderer
    ? {
        // The renderer is copied to where no node_modules are.
        ssr: { noExternal: true },
        // Leaves out the half of React that is for development: a third of the bundle.
        define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      }
    : {},
});
