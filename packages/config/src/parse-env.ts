import { z } from 'zod';

export type Env = Record<string, string | undefined>;

/** What `z.toJSONSchema` says about one variable, as far as a sentence needs it. */
interface Expectation {
  type?: string;
  format?: string;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

/** Thrown when the environment cannot be used. `message` holds one sentence per mistake, all of them. */
export class ConfigError extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.name = 'ConfigError';
    this.mistakes = mistakes;
  }
}

/**
 * Reads a config from environment variables. The result is frozen, all levels deep.
 * An empty string counts as unset, because that is what `NAME=` in an env file and in compose files means.
 * A schema may word its own mistakes: `z.string({ error: 'must name a folder' })` becomes "DATA_DIR must name a folder."
 * Values are never repeated in a message: they may be secrets.
 * @throws {ConfigError} naming all mistakes together, so that one restart is enough to fix them.
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

/** Says what is expected rather than which check failed: "must be a whole number between 1 and 65535". */
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
  // `.int()` alone adds the safe-integer bounds, which are no deliberate limits and would appear in messages.
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
