import type { Problem } from '@threadline/schema/wire/problem';
import type { Context, MiddlewareHandler } from 'hono';
import type { z } from 'zod';
import { createValidationError, describeInput, jsonBody, refuseIncompleteBody, zodMessages } from './json-body.ts';
import { renderMessagePage } from './message-page.ts';
import { ProblemError } from './problem-error.ts';

type Fields = Readonly<Record<string, string | string[]>>;
type RenderRefusal = (context: Context, problem: Problem) => Response | Promise<Response> | undefined;

const formFields = new WeakMap<Context, Fields>();

/** Returns whether a browser without JavaScript posted a form. It shows the response as a page. */
export function isForm(context: Context): boolean {
  return /^application\/x-www-form-urlencoded(?:\s*;.*)?$/i.test(context.req.header('content-type') ?? '');
}

/** As `jsonBody`, and also accepts a posted form. Both are available as `context.req.valid('json')`. */
export function jsonOrFormBody<Schema extends z.ZodType<object>>(schema: Schema): ReturnType<typeof jsonBody<Schema>> {
  const readJson = jsonBody(schema);
  const middleware: ReturnType<typeof jsonBody<Schema>> = async (context, next) => {
    if (!isForm(context)) return readJson(context, next);
    const fields = parseFields(await context.req.text().catch(refuseIncompleteBody));
    formFields.set(context, fields);
    const parsed = schema.safeParse(fields, zodMessages);
    if (!parsed.success) throw createValidationError(parsed.error);
    context.req.addValidatedData('json', parsed.data);
    await next();
  };
  return describeInput(middleware, { body: schema });
}

/** The forms of the site have about twenty. */
const maxFormFields = 100;

/** A repeated field becomes a list, which no form schema accepts: neither value wins silently. */
function parseFields(body: string): Fields {
  if (body.split('&', maxFormFields + 1).length > maxFormFields) {
    throw new ProblemError('malformed-request', { detail: `A form may have at most ${maxFormFields} fields.` });
  }
  // In one pass: `getAll` for each name takes quadratic time.
  const valuesByName = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(body)) {
    const values = valuesByName.get(name);
    if (values) values.push(value);
    else valuesByName.set(name, [value]);
  }
  return Object.fromEntries(
    Array.from(valuesByName, ([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
}

/** Returns the fields of a posted form; undefined if it was not read, because it was too large or not a form. */
export function getPostedFields(context: Context): Fields | undefined {
  return formFields.get(context);
}

/**
 * Returns a middleware that renders the error of a posted form as a page, with the same status and headers.
 *
 * @param render may return undefined: then the page shows only the reason
 */
export function renderFormErrors(render?: RenderRefusal): MiddlewareHandler {
  return async (context, next) => {
    await next();
    if (!context.error || !isForm(context)) return;
    const problem = (await context.res.json()) as Problem;
    const { title, detail } = problem;
    const { status } = context.res;
    context.res = await (render?.(context, problem) ?? renderMessagePage(context, { title, sentence: detail, status }));
  };
}
