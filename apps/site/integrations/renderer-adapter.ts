import type { AstroIntegration } from 'astro';

/** Makes the server build end in one module, `server/entry.mjs`, that exports `routes` and `render` for the publisher. */
export function rendererAdapter(): AstroIntegration {
  return {
    name: 'threadline:renderer',
    hooks: {
      'astro:config:done': ({ setAdapter, config }) => {
        setAdapter({
          name: 'threadline:renderer',
          entrypointResolution: 'auto',
          serverEntrypoint: new URL('src/renderer/entry.ts', config.root),
          adapterFeatures: { buildOutput: 'server', staticHeaders: true },
          supportedAstroFeatures: { staticOutput: 'stable', serverOutput: 'stable', sharpImageService: 'stable' },
        });
      },
    },
  };
}
