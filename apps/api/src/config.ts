import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Env, parseEnv } from '@threadline/config/parse-env';
import { portSchema } from '@threadline/config/port';
import { isSameLocation, type StoreLocation, storeUrlSchema } from '@threadline/object-store/store-url';
import { type TargetSettings, targetsSchema } from '@threadline/publish-targets/settings';
import { z } from 'zod';

// All paths start here: this file is as deep in `src/` as the bundle in `dist/`.
export const migrationsDir = resolve(import.meta.dirname, '../migrations');

const { version } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../package.json'), 'utf8'));

/** Written by scripts/workspace.mjs if the build knows its commit. */
const commitFile = resolve(import.meta.dirname, '../dist/commit.txt');
const builtCommit = existsSync(commitFile) ? readFileSync(commitFile, 'utf8').trim() : 'unknown';

const webAddress = z.url({
  protocol: /^https?$/,
  abort: true,
  error: 'must be a web address such as https://example.org',
});

const isLocalHost = ({ hostname }: URL) => /^(?:(?:.*\.)?localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);

/** The scheme, host and port of a web address. A path would be lost in most places where an address is used. */
const origin = webAddress
  .refine((value) => /^https?:\/\/[^/?#@]+\/?$/.test(value), {
    error: 'must be a web address without a path, such as https://example.org',
  })
  .transform((value) => new URL(value).origin);

/** Browsers refuse passkeys and secure cookies without TLS, except on the same machine. */
const secureOrigin = origin.refine((value) => value.startsWith('https:') || isLocalHost(new URL(value)), {
  error: 'must begin with https://, except on localhost',
});

/** An additional endpoint that receives webhooks, such as a build hook. */
const webhookEndpointSchema = z.strictObject({
  url: webAddress,
  /** `whsec_…`. Without it the call is not signed; plain build hooks check no signature. */
  secret: z.string().startsWith('whsec_').optional(),
  /** During a change of the secret, calls carry the signatures of both. */
  previousSecret: z.string().startsWith('whsec_').optional(),
  /** `github` sends a repository_dispatch event. */
  format: z.enum(['standard', 'github']).default('standard'),
  /** Sent as `Authorization: Bearer`. */
  token: z.string().optional(),
  /** Minimum time between two calls. The latest revision wins. */
  minIntervalSeconds: z.number().int().min(0).default(60),
});

const webhookEndpointsSchema = z
  .string()
  .transform((value, context) => {
    try {
      return JSON.parse(value) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'must be a JSON list' });
      return z.NEVER;
    }
  })
  .pipe(z.array(webhookEndpointSchema))
  .default([]);

/** Comma-separated addresses. */
const addressList = z
  .string()
  .transform((value) => value.split(',').map((address) => address.trim()))
  .pipe(z.array(z.email({ error: 'must be email addresses with commas between them' })))
  .default([]);

const envSchema = z
  .object({
    NODE_ENV: z.string().default('development'),
    PORT: portSchema.default(3000),
    HOST: z.string().default('127.0.0.1'),
    DATA_DIR: z.string().default('./data'),
    SITE_URL: origin.optional(),
    /** The address of admin and API, if it is not that of the site. */
    APP_URL: secureOrigin.optional(),
    /** The address of uploaded pictures in pages, if it is not that of the page. */
    MEDIA_URL: secureOrigin.optional(),
    /** The relying party of passkeys. */
    PASSKEY_DOMAIN: z.string().optional(),
    PUBLISHER_URL: webAddress.optional(),
    PUBLISHER_TOKEN: z.string().min(32).optional(),
    WEBHOOK_SECRET: z.string().startsWith('whsec_').optional(),
    WEBHOOK_ENDPOINTS: webhookEndpointsSchema,
    /** For `target check` only: the publisher delivers to them. */
    PUBLISH_TARGETS: targetsSchema,
    ADMIN_EMAIL: z.email().optional(),
    ADMIN_PASSWORD: z.string().min(6).optional(),
    ADMIN_DIR: z.string().default(resolve(import.meta.dirname, '../../admin/dist')),
    SEED_DIR: z.string().default(resolve(import.meta.dirname, '../../../content-seed')),
    /** Program that renders a snapshot and prints the hashes of its pages: apps/publisher/src/hash-pages.ts. */
    PAGE_HASHER: z.string().default(resolve(import.meta.dirname, '../../publisher/dist/hash-pages.js')),
    /** Program that checks a database file. The bundle has it as a file of its own. */
    DATABASE_CHECKER: z
      .string()
      .default(
        resolve(
          import.meta.dirname,
          import.meta.filename.endsWith('.ts') ? 'backup/check-process.ts' : 'check-process.js',
        ),
      ),
    /** Where the images are, if not in `DATA_DIR/media`. */
    STORAGE_URL: storeUrlSchema.optional(),
    /** The largest uploaded video. */
    VIDEO_MAX_MB: z.coerce.number().int().min(1).max(500).default(50),
    VIDEO_MAX_SECONDS: z.coerce.number().int().min(1).max(3600).default(180),
    /** Where the backups are, if neither in `DATA_DIR/backups` nor at the location of the admin. */
    BACKUP_URL: storeUrlSchema.optional(),
    /** 0: no automatic backups. The default is a day, and a quarter of an hour off-site. */
    BACKUP_EVERY_HOURS: z.coerce.number().min(0).max(720).optional(),
    BACKUP_KEEP: z.coerce.number().int().min(1).max(1000).default(7),
    /** The object store to which the database is replicated. */
    REPLICA_URL: storeUrlSchema.optional(),
    /** Litestream 0.3, for machines other than Linux on x64, which has it as a package. */
    LITESTREAM_PATH: z.string().optional(),
    SECURITY_PROFILE: z.enum(['standard', 'strict']).default('standard'),
    TRUST_PROXY: z.stringbool().default(false),
    DEMO_MODE: z.stringbool().default(false),
    SMTP_URL: z
      .url({ protocol: /^smtps?$/, error: 'must be an address such as smtps://user:password@mail.example.org' })
      .optional(),
    MAIL_FROM: z.email().optional(),
    LEADS_TO: addressList,
    LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
    BUILD_COMMIT: z.string().default(builtCommit),
  })
  .refine((env) => !(env.SITE_URL?.startsWith('https:') && env.APP_URL?.startsWith('http:')), {
    error: 'APP_URL must begin with https:// when SITE_URL does: browsers block calls of a secure page to another',
  })
  .refine((env) => !(env.SITE_URL?.startsWith('https:') && env.MEDIA_URL?.startsWith('http:')), {
    error: 'MEDIA_URL must begin with https:// when SITE_URL does: browsers block other pictures on a secure page',
  })
  .refine((env) => areDistinct([env.STORAGE_URL, env.BACKUP_URL, env.REPLICA_URL]), {
    error: 'STORAGE_URL, BACKUP_URL and REPLICA_URL must name different buckets or prefixes',
  })
  .refine((env) => haveOwnStores(env.PUBLISH_TARGETS, [env.STORAGE_URL, env.BACKUP_URL, env.REPLICA_URL]), {
    error: 'PUBLISH_TARGETS must name other buckets or prefixes than each other and the other stores',
  })
  .refine((env) => isPasskeyDomain(env), {
    error: 'PASSKEY_DOMAIN must be the host of APP_URL or a domain above it, such as example.org for app.example.org',
  })
  .refine((env) => !(env.DEMO_MODE && env.NODE_ENV === 'production'), {
    error: 'DEMO_MODE must not be set when NODE_ENV is production: its password is public',
  })
  .refine((env) => !(env.DEMO_MODE && env.SECURITY_PROFILE === 'strict'), {
    error: 'DEMO_MODE must not be set when SECURITY_PROFILE is strict: its password is public',
  })
  .refine((env) => !(env.SECURITY_PROFILE === 'strict' && env.ADMIN_PASSWORD && env.ADMIN_PASSWORD.length < 12), {
    error: 'ADMIN_PASSWORD must have at least 12 characters when SECURITY_PROFILE is strict',
  })
  .refine((env) => Boolean(env.ADMIN_EMAIL) === Boolean(env.ADMIN_PASSWORD), {
    error: 'ADMIN_EMAIL and ADMIN_PASSWORD must be given together',
  })
  .transform((env) => ({
    production: env.NODE_ENV === 'production',
    environment: env.NODE_ENV,
    version: String(version),
    commit: env.BUILD_COMMIT,
    logLevel: env.LOG_LEVEL,
    dataDir: resolve(env.DATA_DIR),
    seedDir: env.SEED_DIR,
    adminDir: env.ADMIN_DIR,
    pageHasher: env.PAGE_HASHER,
    databaseChecker: env.DATABASE_CHECKER,
    mediaStore: env.STORAGE_URL,
    video: { bytes: env.VIDEO_MAX_MB * 1024 * 1024, seconds: env.VIDEO_MAX_SECONDS },
    backup: {
      /** Undefined: depends on the location. */
      everyHours: env.BACKUP_EVERY_HOURS,
      keep: env.BACKUP_KEEP,
      store: env.BACKUP_URL,
    },
    replica: env.REPLICA_URL,
    litestream: env.LITESTREAM_PATH,
    http: { port: env.PORT, host: env.HOST, trustProxy: env.TRUST_PROXY },
    ...readAddresses(env),
    publishTargets: env.PUBLISH_TARGETS,
    publisher: { url: env.PUBLISHER_URL, token: env.PUBLISHER_TOKEN },
    webhook: { secret: env.WEBHOOK_SECRET, endpoints: env.WEBHOOK_ENDPOINTS },
    firstUser:
      env.ADMIN_EMAIL && env.ADMIN_PASSWORD ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD } : undefined,
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM, leadsTo: env.LEADS_TO },
    demo: env.DEMO_MODE,
    strict: env.SECURITY_PROFILE === 'strict',
  }));

function areDistinct(stores: (StoreLocation | undefined)[]): boolean {
  const given = stores.filter((store) => store !== undefined);
  return given.every((store, index) => given.slice(index + 1).every((other) => !isSameLocation(store, other)));
}

function haveOwnStores(targets: TargetSettings[], stores: (StoreLocation | undefined)[]): boolean {
  const own = targets.flatMap((target) => ('url' in target ? target.url : []));
  return areDistinct(own) && own.every((store) => stores.every((other) => !other || !isSameLocation(store, other)));
}

interface AddressEnv {
  PORT: number;
  SITE_URL?: string | undefined;
  APP_URL?: string | undefined;
  MEDIA_URL?: string | undefined;
  PASSKEY_DOMAIN?: string | undefined;
}

/**
 * Returns the public addresses, all but the last as origins:
 * - `siteUrl`: pages, as in canonical links, the sitemap and feeds
 * - `appUrl`: admin and API, as in links of messages, cookies, token audience and forms
 * - `mediaUrl`: uploaded pictures in pages; empty if they have the origin of the page
 * - `passkeyDomain`: that of the site if possible, because its passkeys also work at a later `app.example.org`
 */
function readAddresses({ PORT, SITE_URL, APP_URL, MEDIA_URL = '', PASSKEY_DOMAIN }: AddressEnv) {
  const siteUrl = SITE_URL ?? `http://localhost:${PORT}`;
  const appUrl = APP_URL ?? siteUrl;
  const [siteHost, appHost] = [new URL(siteUrl).hostname, new URL(appUrl).hostname];
  const passkeyDomain = PASSKEY_DOMAIN ?? (isSameOrSubdomain(appHost, siteHost) ? siteHost : appHost);
  return { siteUrl, appUrl, mediaUrl: MEDIA_URL, passkeyDomain };
}

function isPasskeyDomain(env: AddressEnv): boolean {
  if (env.PASSKEY_DOMAIN === undefined) return true;
  // Browsers refuse a domain without a dot, such as `org`, because it belongs to many owners.
  const isOwnDomain = env.PASSKEY_DOMAIN.includes('.') || env.PASSKEY_DOMAIN === 'localhost';
  return isOwnDomain && isSameOrSubdomain(new URL(readAddresses(env).appUrl).hostname, env.PASSKEY_DOMAIN);
}

const isSameOrSubdomain = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`);

export type Config = z.infer<typeof envSchema>;
export type WebhookEndpoint = z.infer<typeof webhookEndpointSchema>;

/** @throws ConfigError that lists all mistakes */
export function loadConfig(env: Env): Config {
  return parseEnv(envSchema, env);
}

/** Reads the process environment. No other module does. */
export function configFromProcess(): Config {
  return loadConfig(process.env);
}
