import { toPointer } from '@threadline/schema/primitives/json-pointer';
import type { Env, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { validator } from 'hono/validator';
import type { z } from 'zod';
import { ProblemError } from './problem-error.ts';

/** Input that a middleware accepts. */
export interface InputRules {
  body?: z.ZodType;
  query?: z.ZodType;
  /** Of the body. */
  maxBytes?: number;
}

const rulesByMiddleware = new WeakMap<object, InputRules>();

/** Records the input rules of a middleware. Tests read them from the route table to send the largest input of each call. */
export function describeInput<Middleware extends object>(middleware: Middleware, rules: InputRules): Middleware {
  rulesByMiddleware.set(middleware, rules);
  return middleware;
}

/** Returns the input rules of a middleware; undefined if it checks no input. */
export function getInputRules(middleware: object): InputRules | undefined {
  return rulesByMiddleware.get(middleware);
}

/** Handles a body that ended early because the client has disconnected. @throws ProblemError 400 */
export function refuseIncompleteBody(): never {
  throw new ProblemError('malformed-request', { detail: 'The request was cut off.' });
}

/** Set by `requireSession`. Throws if the session has ended: a client that delays its body must not act after that. */
export interface SessionCheck {
  Variables: { assertSessionActive?: () => void };
}

/**
 * Refuses larger bodies while they are read, with or without Content-Length. On routes with a session, the body is read
 * completely here and the session is checked again, because nothing after this waits for the client.
 */
export function limitBody(maxBytes: number): MiddlewareHandler<SessionCheck> {
  const limit = bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new ProblemError('payload-too-large', {
        detail: `Send at most ${Math.floor(maxBytes / 1024)} KB at once.`,
      });
    },
  });
  const middleware: MiddlewareHandler<SessionCheck> = (context, next) => {
    // Another router with the same path has read the body under its limit.
    if (context.req.raw.bodyUsed) return next();
    return limit(context, async () => {
      const { assertSessionActive } = context.var;
      if (assertSessionActive && context.req.raw.body) {
        // The request caches these bytes for later readers.
        await context.req.arrayBuffer().catch(refuseIncompleteBody);
        assertSessionActive();
      }
      await next();
    });
  };
  return describeInput(middleware, { maxBytes });
}

const kinds: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  number: 'a number',
  object: 'a group of fields',
  string: 'text',
};

/** Default messages for schemas without their own: those of zod repeat the input. */
export const zodMessages: z.core.ParseContext<z.core.$ZodIssue> = {
  error(issue) {
    if (issue.code === 'unrecognized_keys') return 'This field does not exist here.';
    if (issue.code === 'too_big') return `Use ${issue.maximum.toLocaleString('en-IN')} or less.`;
    if (issue.code === 'too_small') return `Use ${issue.minimum.toLocaleString('en-IN')} or more.`;
    if (issue.code !== 'invalid_type') return 'This value is not one of those that fit here.';
    return issue.input === undefined ? 'This is missing.' : `This must be ${kinds[issue.expected] ?? issue.expected}.`;
  },
};

/** Converts zod issues to the `errors` of a problem, without the submitted values. */
export function createValidationError(error: z.ZodError, prefix: PropertyKey[] = []): ProblemError {
  const errors = error.issues.map((issue) => ({
    pointer: toPointer([
      ...prefix,
      ...issue.path,
      ...(issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []),
    ]),
    detail: issue.message,
  }));
  return new ProblemError('validation-failed', {
    detail: errors[0]?.detail ?? 'Some values are not valid.',
    errors,
  });
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/(?:[a-z0-9.+-]+\+)?json(?:\s*;.*)?$/i.test(contentType ?? '');
}

/** @throws ProblemError 422 with pointers */
function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, zodMessages);
  if (!parsed.success) throw createValidationError(parsed.error);
  return parsed.data;
}

/**
 * Validates a JSON body for `context.req.valid('json')`: 415 for another content type, 400 for broken JSON, 422
 * with pointers for invalid values.
 */
export function jsonBody<Schema extends z.ZodType>(schema: Schema): JsonBody<Schema> {
  const middleware = validator('json', (value, context) => {
    if (!isJson(context.req.header('content-type'))) {
      throw new ProblemError('unsupported-media-type', { detail: 'Send the body as application/json.' });
    }
    return parseInput(schema, value);
  });
  return describeInput(middleware, { body: schema }) as unknown as JsonBody<Schema>;
}

// Explicit, because Hono cannot infer both sides of a schema from a generic callback.
type JsonBody<Schema extends z.ZodType> = MiddlewareHandler<
  Env,
  string,
  { in: { json: z.input<Schema> }; out: { json: z.output<Schema> } }
>;

/** Validates the query for `context.req.valid('query')`: 422 with pointers for invalid values. */
export function query<Schema extends z.ZodType>(schema: Schema): Query<Schema> {
  const middleware = validator('query', (value) => parseInput(schema, value));
  return describeInput(middleware, { query: schema }) as unknown as Query<Schema>;
}

type Query<Schema extends z.ZodType> = MiddlewareHandler<
  Env,
  string,
  { in: { query: Partial<Record<keyof z.input<Schema>, string>> }; out: { query: z.output<Schema> } }
>;
