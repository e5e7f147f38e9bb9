import type { Env, MiddlewareHandler } from 'hono';
import { validator } from 'hono/validator';
import type { z } from 'zod';
import { inSentences, validationProblem } from './json-body.ts';

/** `context.req.valid('query')` checked against a schema: 422 for values that do not fit, or names that do not exist. */
export function queryOf<Schema extends z.ZodType>(schema: Schema): Query<Schema> {
  return validator('query', (value) => {
    const parsed = schema.safeParse(value, inSentences);
    if (!parsed.success) throw validationProblem(parsed.error);
    return parsed.data;
  }) as unknown as Query<Schema>;
}

// Spelled out, because hono cannot infer both sides of a schema from a generic callback.
type Query<Schema extends z.ZodType> = MiddlewareHandler<
  Env,
  string,
  { in: { query: z.input<Schema> }; out: { query: z.output<Schema> } }
>;
