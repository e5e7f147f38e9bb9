import type { Problem } from '@threadline/schema/problem';
import type { Context, MiddlewareHandler } from 'hono';
import type { z } from 'zod';
import { describeInput } from './input-rules.ts';
import { inSentences, jsonBody, refuseCutOff, validationProblem } from './json-body.ts';
import { plainPage } from './message-page.ts';
import { ProblemError } from './problem-error.ts';

type Fields = Readonly<Record<string, string | string[]>>;
type RefusalPage = (context: Context, problem: Problem) => Response | Promise<Response> | undefined;

const posted = new WeakMap<Context, Fields>();

/** The site's forms also work without JavaScript: then the browser sends this, and shows whatever is answered. */
export function isForm(context: Context): boolean {
  return /^application\/x-www-form-urlencoded(?:\s*;.*)?$/i.test(context.req.header('content-type') ?? '');
}

/** As `jsonBody`, but a posted form is read, too; both arrive as `context.req.valid('json')`. */
export function jsonOrFormBody<Schema extends z.ZodType<object>>(schema: Schema): ReturnType<typeof jsonBody<Schema>> {
  const readJson = jsonBody(schema);
  const middleware: ReturnType<typeof jsonBody<Schema>> = async (context, next) => {
    if (!isForm(context)) return readJson(context, next);
    const fields = fieldsOf(await context.req.text().catch(refuseCutOff));
    posted.set(context, fields);
    const parsed = schema.safeParse(fields, inSentences);
    if (!parsed.success) throw validationProblem(parsed.error);
    context.req.addValidatedData('json', parsed.data);
    await next();
  };
  return describeInput(middleware, { body: schema });
}

/** The forms of the site have about twenty. */
const maxFormFields = 100;

/** A field that is there twice becomes a list, which no schema of a form takes: nobody has to guess which one counts. */
function fieldsOf(body: string): Fields {
  if (body.split('&', maxFormFields + 1).length > maxFormFields) {
    throw new ProblemError('malformed-request', { detail: `A form may have at most ${maxFormFields} fields.` });
  }
  // In one pass: `getAll` for each name would take time in proportion to the square of their number.
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

/** What a form held, by the name of the field; undefined when it was not read, because it was too large or no form. */
export function postedFields(context: Context): Fields | undefined {
  return posted.get(context);
}

/**
 * Turns the refusal of a posted form into a page that people can read, with the same status and headers.
 *
 * @param page may answer undefined: then the page only says why
 */
export function refuseFormsWithPages(page?: RefusalPage): MiddlewareHandler {
  return async (context, next) => {
    await next();
    if (!context.error || !isForm(context)) return;
    const problem = (await context.res.json()) as Problem;
    const { title, detail } = problem;
    const { status } = context.res;
    context.res = await (page?.(context, problem) ?? plainPage(context, { title, sentence: detail, status }));
  };
}
