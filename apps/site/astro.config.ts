import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import react from '@astrojs/react';
import type { AstroIntegration } from 'astro';
import { defineConfig, passthroughImageService } from 'astro/config';
import { readConfig } from './config.ts';
import { rendererAdapter } from './integrations/renderer-adapter.ts';
import { snapshotIntegration } from './integrations/snapshot.ts';
import { minify } from './src/scripts/minify.ts';

const config = readConfig();
const isRenderer = config.build === 'renderer';

/** The scripts that run before the first paint are in the page as they are: the policy knows them by their hashes. */
const headScripts = ['theme.js', 'load-non-critical.js'];

function hashScript(name: string): `sha256-${string}` {
  const script = minify(readFileSync(new URL(`src/scripts/${name}`, import.meta.url), 'utf8'));
  return `sha256-${createHash('sha256').update(script).digest('base64')}`;
}

/** Adds a way to hydrate an island late enough to leave the first paint alone. */
const clientDirectives: AstroIntegration = {
  name: 'threadline:client-directives',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'delayed', entrypoint: './src/directives/delayed.ts' }),
  },
};

export default defineConfig({
  output: isRenderer ? 'server' : 'static',
  // Builds that share these folders clear each other's store ("Astro config changed").
  outDir: config.outFolder,
  cacheDir: `./node_modules/.cache/${path.relative(import.meta.dirname, config.outFolder)}`,
  trailingSlash: 'always',
  build: { format: 'directory', inlineStylesheets: 'always' },
  devToolbar: { enabled: false },
  integrations: [react(), clientDirectives, snapshotIntegration(config)],
  adapter: isRenderer ? rendererAdapter() : undefined,
  // Variants are made when an image is uploaded: the optimiser's addresses would differ between the two builds.
  image: { service: passthroughImageService() },
  markdown: { syntaxHighlight: false },
  security: {
    csp: {
      scriptDirective: { hashes: headScripts.map(hashScript) },
      directives: [
        "default-src 'none'",
        // Content may show images and videos of any https address.
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
  vite: {
    // Scripts that a page loads later, by their address: `?worker&url`.
    worker: { format: 'es', rolldownOptions: { output: { entryFileNames: '_astro/[name].[hash].js' } } },
    build: {
      // The page's policy takes fonts from files only; scripts below the usual limit stay in the page.
      assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
      rolldownOptions: {
        output: {
          // React is one function that V8 would parse, and parse again when it runs, in one task too long for a phone.
          // This mark has it compiled beside the main thread while it arrives.
          postBanner: ({ name }) => (name === 'react' ? '//# allFunctionsCalledOnLoad' : ''),
          // One file instead of seven that wait for each other: React, and the few lines that several islands share.
          codeSplitting: {
            groups: [
              {
                name: 'react',
                test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]|rolldown.runtime|styles[\\/]adopt-styles|text[\\/]format/,
              },
            ],
          },
        },
      },
    },
    ...(isRenderer && {
      // The renderer is copied to where no node_modules are.
      ssr: { noExternal: true as const },
      // Leaves out the half of React that is for development: a third of the bundle.
      define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    }),
  },
});
