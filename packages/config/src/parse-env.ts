import { z } from 'zod';

export type Env = Record<string, string | undefined>;

/** The parts of a variable's JSON Schema that an error message needs. */
interface Expectation {
  type?: string;
  format?: string;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

/** Thrown for invalid settings. `message` contains one sentence per error. */
export class ConfigError extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.name = 'ConfigError';
    this.mistakes = mistakes;
  }
}

/**
 * Reads a config from environment variables. The result is frozen at all levels. An empty string counts as unset,
 * because that is
 * the meaning of `NAME=` in env files and compose files. A schema can set its own message: `z.string({ error: 'must
 * name a folder' })` becomes "DATA_DIR must name a folder." A message never contains a value, because it may be a
 * secret.
 *
 * @throws {ConfigError} with all errors, so that one restart is enough to fix them
 */
export function parseEnv<Schema extends z.ZodType>(schema: Schema, env: Env): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const expectations = describe(schema);
  const result = schema.safeParse(given, {
    error: (issue) => phrase(issue, expectations[String(issue.path?.[0] ?? '')]),
  });
  if (result.success) return deepFreeze(result.data);
  const sentences = result.error.issues.map((issue) => toSentence(String(issue.path[0] ?? ''), issue.message));
  throw new ConfigError([...new Set(sentences)]);
}

function describe(schema: z.ZodType): Record<string, Expectation> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return (json.properties ?? {}) as Record<string, Expectation>;
}

/** Returns the expected value rather than the failed check: "must be a whole number between 1 and 65535". */
function phrase(issue: z.core.$ZodRawIssue, expected: Expectation = {}): string | undefined {
  if (issue.code === 'custom') return undefined;
  if (issue.input === undefined) return 'is missing';
  const choices = expected.enum ?? (issue.code === 'invalid_value' ? issue.values : undefined);
  if (choices) return `must be one of ${choices.join(', ')}`;
  if (expected.type === 'integer') return `must be a whole number${range(expected)}`;
  if (expected.type === 'number') return `must be a number${range(expected)}`;
  return phraseForText(issue, expected);
}

function phraseForText(issue: z.core.$ZodRawIssue, expected: Expectation): string | undefined {
  if (issue.code === 'too_small') return `must have at least ${expected.minLength ?? issue.minimum} characters`;
  if (issue.code === 'too_big') return `must have at most ${expected.maxLength ?? issue.maximum} characters`;
  if (expected.format === 'uri') return 'must be a web address such as https://example.org';
  if (expected.format === 'email') return 'must be an email address';
  return undefined;
}

function range({ minimum, maximum }: Expectation): string {
  // `.int()` alone adds the safe-integer bounds. They are not deliberate limits and are left out of messages.
  const low = minimum === Number.MIN_SAFE_INTEGER ? undefined : minimum;
  const high = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (low !== undefined && high !== undefined) return ` between ${low} and ${high}`;
  if (low !== undefined) return `, at least ${low}`;
  if (high !== undefined) return `, at most ${high}`;
  return '';
}

function toSentence(name: string, message: string): string {
  const text = name === '' ? message : `${name} ${message}`;
  return text.endsWith('.') ? text : `${text}.`;
}

function deepFreeze<Value>(value: Value): Value {
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value ?? 0) === Object.prototype;
  if (!isPlain) return value;
  for (const child of Object.values(value as object)) deepFreeze(child);
  return Object.freeze(value);
}
