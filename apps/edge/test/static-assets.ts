import { readFileSync } from 'node:fs';
import { Miniflare } from 'miniflare';

/** The configuration of a deployment to Cloudflare's static assets. It has no comments, so it is plain JSON. */
const wrangler = JSON.parse(readFileSync(new URL('../../site/wrangler.jsonc', import.meta.url), 'utf8'));

/** Serves a folder with the program that serves Cloudflare's static assets, which reads `_headers` and `_redirects`. */
export async function startStaticAssets(directory: string) {
  const { html_handling, not_found_handling } = wrangler.assets;
  const miniflare = new Miniflare({
    cf: false,
    workers: [
      {
        name: wrangler.name,
        modules: true,
        // Never called: `has_user_worker` is false.
        script: 'export default {};',
        compatibilityDate: wrangler.compatibility_date,
        assets: {
          directory,
          routerConfig: { has_user_worker: false },
          assetConfig: { html_handling, not_found_handling },
        },
      },
    ],
  });
  const { origin } = await miniflare.ready;
  return { origin, stop: () => miniflare.dispose() };
}
