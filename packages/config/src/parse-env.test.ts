import { expect, test } from 'vitest';
import { z } from 'zod';
import { ConfigError, type Env, parseEnv } from './parse-env.ts';

const schema = z.object({
  PORT: z.coerce.number().int().min(1).max(65535).default(3000),
  SITE_URL: z.url().optional(),
  SECURITY_PROFILE: z.enum(['standard', 'strict']).default('standard'),
  SIGNING_SECRET: z.string().min(32),
  WORKERS: z.coerce.number().int().optional(),
  RATIO: z.coerce.number().min(0).optional(),
  LEADS_TO: z.email().optional(),
  DATA_DIR: z.string().startsWith('/', { error: 'must be an absolute path' }).optional(),
});
const secret = 's'.repeat(32);

function catchErrors(run: () => unknown): readonly string[] {
  try {
    run();
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
  return [];
}
const parseErrors = (env: Env) => catchErrors(() => parseEnv(schema, { SIGNING_SECRET: secret, ...env }));

test('values are parsed to their types, and defaults are filled in', () => {
  expect(parseEnv(schema, { PORT: '8080', SIGNING_SECRET: secret })).toEqual({
    PORT: 8080,
    SECURITY_PROFILE: 'standard',
    SIGNING_SECRET: secret,
  });
});

test('an empty string counts as unset', () => {
  expect(parseEnv(schema, { PORT: '', SITE_URL: '', SIGNING_SECRET: secret }).PORT).toBe(3000);
  expect(parseErrors({ SIGNING_SECRET: '' })).toEqual(['SIGNING_SECRET is missing.']);
});

test('unknown variables are ignored, because the environment always contains some', () => {
  expect(parseEnv(schema, { SIGNING_SECRET: secret, HOME: '/root' })).not.toHaveProperty('HOME');
});

test.each([
  [{ PORT: '70000' }, 'PORT must be a whole number between 1 and 65535.'],
  [{ PORT: 'http' }, 'PORT must be a whole number between 1 and 65535.'],
  [{ PORT: '80.5' }, 'PORT must be a whole number between 1 and 65535.'],
  [{ WORKERS: 'many' }, 'WORKERS must be a whole number.'],
  [{ RATIO: '-1' }, 'RATIO must be a number, at least 0.'],
  [{ SITE_URL: 'example' }, 'SITE_URL must be a web address such as https://example.org.'],
  [{ LEADS_TO: 'nobody' }, 'LEADS_TO must be an email address.'],
  [{ SECURITY_PROFILE: 'lax' }, 'SECURITY_PROFILE must be one of standard, strict.'],
  [{ SIGNING_SECRET: 'short' }, 'SIGNING_SECRET must have at least 32 characters.'],
  [{ DATA_DIR: 'data' }, 'DATA_DIR must be an absolute path.'],
])('%j is reported in a sentence', (env, sentence) => {
  expect(parseErrors(env)).toEqual([sentence]);
});

test('all errors are reported at once, one per line, without the values', () => {
  const run = () => parseEnv(schema, { PORT: '0', SIGNING_SECRET: 'hunter2', SECURITY_PROFILE: 'lax' });
  expect(catchErrors(run)).toHaveLength(3);
  expect(run).toThrow(/PORT [^\n]+\.\nSECURITY_PROFILE [^\n]+\.\nSIGNING_SECRET [^\n]+\.$/);
  expect(run).not.toThrow(/hunter2/);
});

test('a rule about several variables can have its own message', () => {
  const paired = z
    .object({ ADMIN_EMAIL: z.string().optional(), ADMIN_PASSWORD: z.string().optional() })
    .refine((env) => Boolean(env.ADMIN_EMAIL) === Boolean(env.ADMIN_PASSWORD), {
      error: 'ADMIN_EMAIL and ADMIN_PASSWORD must be given together',
    });
  expect(catchErrors(() => parseEnv(paired, { ADMIN_EMAIL: 'a@example.org' }))).toEqual([
    'ADMIN_EMAIL and ADMIN_PASSWORD must be given together.',
  ]);
});

test('a schema with groups reports the names of the variables', () => {
  const grouped = z
    .object({ PORT: z.coerce.number().int().min(1).max(9) })
    .transform((env) => ({ http: { port: env.PORT } }));
  expect(parseEnv(grouped, { PORT: '7' })).toEqual({ http: { port: 7 } });
  expect(catchErrors(() => parseEnv(grouped, { PORT: '77' }))).toEqual([
    'PORT must be a whole number between 1 and 9.',
  ]);
});

test('the config is frozen on every level', () => {
  const grouped = z.object({ PORT: z.coerce.number() }).transform((env) => ({ http: { ports: [env.PORT] } }));
  const config = parseEnv(grouped, { PORT: '7' });
  expect(Object.isFrozen(config)).toBe(true);
  expect(Object.isFrozen(config.http)).toBe(true);
  expect(Object.isFrozen(config.http.ports)).toBe(true);
});
