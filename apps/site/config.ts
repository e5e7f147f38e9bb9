import path from 'node:path';
import { parseEnv } from '@threadline/config/parse-env';
import { z } from 'zod';

/** The links of the pages begin with "/", so a site cannot be published below a path. */
const origin = z.url({ protocol: /^https?$/ }).refine((value) => new URL(value).pathname === '/', {
  error:
    'must be a web address without a path, such as https://example.org, because the links of the pages begin with /',
});

const schema = z.object({
  SITE_BUILD: z.enum(['static', 'renderer']).default('static'),
  CONTENT_URL: z.url({ protocol: /^https?$/ }).optional(),
  CONTENT_SEED: z.string().default('../../content-seed'),
  SITE_URL: origin.optional(),
  API_URL: origin.optional(),
  STATIC_HOST: z.enum(['cloudflare', 'netlify']).default('cloudflare'),
  ALLOW_PLACEHOLDERS: z.stringbool().default(false),
  SITE_OUT: z.string().optional(),
});

function withoutSlash(url: string | undefined): string | undefined {
  return url?.replace(/(?<!\/)\/+$/, '');
}

/** Returns the settings of a build: its kind, and the source of its content. */
export function readConfig(env = process.env) {
  const values = parseEnv(schema, env);
  return {
    build: values.SITE_BUILD,
    /** A running API; without it, the content comes from `seedFolder`. */
    contentUrl: withoutSlash(values.CONTENT_URL),
    seedFolder: path.resolve(import.meta.dirname, values.CONTENT_SEED),
    siteUrl: withoutSlash(values.SITE_URL),
    apiUrl: withoutSlash(values.API_URL),
    /** The host for which `_headers` and `_redirects` of a static build are written. */
    staticHost: values.STATIC_HOST,
    /** Whether a static build may publish the seed, or content with placeholders. */
    allowPlaceholders: values.ALLOW_PLACEHOLDERS,
    outFolder: path.resolve(
      import.meta.dirname,
      values.SITE_OUT ?? (values.SITE_BUILD === 'renderer' ? 'dist-renderer' : 'dist'),
    ),
  };
}

export type SiteConfig = ReturnType<typeof readConfig>;
