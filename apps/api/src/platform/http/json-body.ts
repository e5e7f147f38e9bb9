import { toPointer } from '@threadline/schema/site-content';
import type { Env, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { validator } from 'hono/validator';
import type { z } from 'zod';
import { repeatedKey } from './duplicate-keys.ts';
import { describeInput } from './input-rules.ts';
import { ProblemError } from './problem-error.ts';

/** Handles a body that could not be read to its end: the client has left. @throws ProblemError 400 */
export function refuseCutOff(): never {
  throw new ProblemError('malformed-request', { detail: 'The request was cut off.' });
}

/**
 * Set by the middleware that requires a session. It throws when the session has ended: a client that holds back the last
 * byte of its body must not act after that.
 */
export interface SessionCheck {
  Variables: { assertSessionActive?: () => void };
}

/**
 * Refuses larger bodies while they are still being read, with or without a Content-Length. The body of somebody who is
 * signed in is read to its end here, and the session asked for again: nothing after this waits for the caller.
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
    // Read already, under the limit of another router that answers the same path.
    if (context.req.raw.bodyUsed) return next();
    return limit(context, async () => {
      const { assertSessionActive } = context.var;
      if (assertSessionActive && context.req.raw.body) {
        // Kept by the request: whatever reads it later gets these bytes.
        await context.req.arrayBuffer().catch(refuseCutOff);
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

/** Sentences for what a schema has no words of its own for; zod's would repeat what was sent. */
export const inSentences: z.core.ParseContext<z.core.$ZodIssue> = {
  error(issue) {
    if (issue.code === 'unrecognized_keys') return 'This field does not exist here.';
    if (issue.code === 'too_big') return `Use ${issue.maximum.toLocaleString('en-IN')} or less.`;
    if (issue.code === 'too_small') return `Use ${issue.minimum.toLocaleString('en-IN')} or more.`;
    if (issue.code !== 'invalid_type') return 'This value is not one of those that fit here.';
    return issue.input === undefined ? 'This is missing.' : `This must be ${kinds[issue.expected] ?? issue.expected}.`;
  },
};

/** Turns zod's complaints into the `errors` of a problem. The values themselves are not repeated. */
export function validationProblem(error: z.ZodError, prefix: PropertyKey[] = []): ProblemError {
  const errors = error.issues.map((issue) => ({
    pointer: toPointer([
      ...prefix,
      ...issue.path,
      ...(issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []),
    ]),
    detail: issue.message,
  }));
  return new ProblemError('validation-failed', {
    detail: errors[0]?.detail ?? 'Some values cannot be accepted.',
    errors,
  });
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/(?:[a-z0-9.+-]+\+)?json(?:\s*;.*)?$/i.test(contentType ?? '');
}

/**
 * `context.req.valid('json')` checked against a schema: 415 for another content type, 400 for broken JSON and for
 * a field that stands twice, 422 with pointers for wrong values. The router's `limitBody` answers 413.
 */
export function jsonBody<Schema extends z.ZodType>(schema: Schema): JsonBody<Schema> {
  const middleware = validator('json', async (value, context) => {
    if (!isJson(context.req.header('content-type'))) {
      throw new ProblemError('unsupported-media-type', { detail: 'Send the body as application/json.' });
    }
    // Read before, and kept by the request.
    if (repeatedKey(await context.req.text())) {
      throw new ProblemError('malformed-request', { detail: 'A field stands twice in the same group. Send it once.' });
    }
    const parsed = schema.safeParse(value, inSentences);
    if (!parsed.success) throw validationProblem(parsed.error);
    return parsed.data;
  });
  return describeInput(middleware, { body: schema }) as unknown as JsonBody<Schema>;
}

// Spelled out, because hono cannot infer both sides of a schema from a generic callback.
type JsonBody<Schema extends z.ZodType> = MiddlewareHandler<
  Env,
  string,
  { in: { json: z.input<Schema> }; out: { json: z.output<Schema> } }
>;

/** `context.req.valid('query')` checked against a schema: 422 with pointers for wrong values. */
export function query<Schema extends z.ZodType>(schema: Schema): Query<Schema> {
  const middleware = validator('query', (value) => {
    const parsed = schema.safeParse(value, inSentences);
    if (!parsed.success) throw validationProblem(parsed.error);
    return parsed.data;
  });
  return describeInput(middleware, { query: schema }) as unknown as Query<Schema>;
}

type Query<Schema extends z.ZodType> = MiddlewareHandler<
  Env,
  string,
  { in: { query: Partial<Record<keyof z.input<Schema>, string>> }; out: { query: z.output<Schema> } }
>;
