import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { type Env, parseEnv } from '@threadline/config/parse-env';
import { portSchema } from '@threadline/config/port';
import { readOrCreateSecret } from '@threadline/config/secret-file';
import { targetsSchema } from '@threadline/publish-targets/settings';
import { z } from 'zod';

const withoutSlash = (url: string) => url.replace(/(?<!\/)\/+$/, '');

// In the bundle the worker is a file beside the server.
export const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './render/worker.ts' : './worker.js',
  import.meta.url,
);

const webAddress = z.url({ protocol: /^https?$/, error: 'must be a web address such as https://example.org' });

const envSchema = z
  .object({
    PUBLISHER_PORT: portSchema.default(3001),
    PUBLISHER_HOST: z.string().default('127.0.0.1'),
    API_URL: webAddress.default('http://127.0.0.1:3000'),
    /** The site's public URL. A release is reported as live only after it was read there. */
    PUBLIC_URL: webAddress.optional(),
    /** Additional places to which releases are delivered. */
    PUBLISH_TARGETS: targetsSchema,
    DATA_DIR: z.string().default('./data'),
    RENDERER_DIR: z.string().default(resolve(import.meta.dirname, '../../site/dist-renderer')),
    WEBHOOK_SECRET: z.string().startsWith('whsec_', { error: 'must start with whsec_' }).optional(),
    PUBLISHER_TOKEN: z.string().min(32).optional(),
    POLL_INTERVAL_MS: z.coerce.number().int().min(50).max(3_600_000).default(2000),
    KEEP_RELEASES: z.coerce.number().int().min(1).max(1000).default(50),
    /** The last release of each of so many days is also kept. */
    KEEP_DAYS: z.coerce.number().int().min(0).max(3650).default(90),
    /** How long a release is looked for at `PUBLIC_URL` before it is reported as unverified. */
    LIVE_TIMEOUT_MS: z.coerce
      .number()
      .int()
      .min(0)
      .max(86_400_000)
      .default(8 * 60_000),
    RENDER_TIMEOUT_MS: z.coerce.number().int().min(100).max(600_000).default(10_000),
    /** An idle render worker ends after this time, in ms. */
    RENDER_IDLE_MS: z.coerce.number().int().min(100).max(86_400_000).default(60_000),
    LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  })
  .transform((env) => ({
    http: { port: env.PUBLISHER_PORT, host: env.PUBLISHER_HOST },
    apiUrl: withoutSlash(env.API_URL),
    publicUrl: withoutSlash(env.PUBLIC_URL ?? env.API_URL),
    targets: env.PUBLISH_TARGETS,
    dataDir: resolve(env.DATA_DIR),
    rendererDir: resolve(env.RENDERER_DIR),
    pollIntervalMs: env.POLL_INTERVAL_MS,
    retention: { releases: env.KEEP_RELEASES, days: env.KEEP_DAYS },
    liveTimeoutMs: env.LIVE_TIMEOUT_MS,
    renderTimeoutMs: env.RENDER_TIMEOUT_MS,
    renderIdleMs: env.RENDER_IDLE_MS,
    logLevel: env.LOG_LEVEL,
    given: { webhookSecret: env.WEBHOOK_SECRET, token: env.PUBLISHER_TOKEN },
  }));

export type Config = z.infer<typeof envSchema>;

/** @throws ConfigError with all errors at once */
export function loadConfig(env: Env): Config {
  return parseEnv(envSchema, env);
}

/** The only function that reads the process's environment. */
export function configFromProcess(): Config {
  return loadConfig(process.env);
}

/**
 * Returns the secrets shared with the API. Missing ones are stored in files below `DATA_DIR`; the first process to
 * start creates them.
 */
export function loadSecrets({ dataDir, given }: Pick<Config, 'dataDir' | 'given'>) {
  const readSecret = (name: string, create: () => string) => readOrCreateSecret(join(dataDir, 'keys', name), create);
  return {
    webhook: given.webhookSecret ?? readSecret('webhook-secret', () => `whsec_${randomBytes(32).toString('base64')}`),
    token: given.token ?? readSecret('publisher-token', () => randomBytes(32).toString('base64url')),
  };
}
