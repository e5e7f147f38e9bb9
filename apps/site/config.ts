import path from 'node:path';
import { parseEnv } from '@threadline/config/parse-env';
import { z } from 'zod';

const schema = z.object({
  SITE_BUILD: z.enum(['static', 'renderer']).default('static'),
  CONTENT_URL: z.url({ protocol: /^https?$/ }).optional(),
  CONTENT_SEED: z.string().default('../../content-seed'),
  SITE_URL: z.url({ protocol: /^https?$/ }).optional(),
  API_URL: z.url({ protocol: /^https?$/ }).optional(),
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
    outFolder: path.resolve(
      import.meta.dirname,
      values.SITE_OUT ?? (values.SITE_BUILD === 'renderer' ? 'dist-renderer' : 'dist'),
    ),
  };
}

export type SiteConfig = ReturnType<typeof readConfig>;
