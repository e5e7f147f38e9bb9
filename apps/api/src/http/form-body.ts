import type { Problem } from '@threadline/schema/problem';
import type { Context, MiddlewareHandler } from 'hono';
import { html } from 'hono/html';
import type { z } from 'zod';
import { inSentences, jsonBody, validationProblem } from './json-body.ts';

/** The site's forms also work without JavaScript: then the browser sends this, and shows whatever is answered. */
export function isForm(context: Context): boolean {
  return /^application\/x-www-form-urlencoded(?:\s*;.*)?$/i.test(context.req.header('content-type') ?? '');
}

/** As `jsonBody`, but a posted form is read, too; both arrive as `context.req.valid('json')`. */
export function jsonOrFormBody<Schema extends z.ZodType<object>>(schema: Schema): ReturnType<typeof jsonBody<Schema>> {
  const readJson = jsonBody(schema);
  return async (context, next) => {
    if (!isForm(context)) return readJson(context, next);
    const parsed = schema.safeParse(fieldsOf(await context.req.text()), inSentences);
    if (!parsed.success) throw validationProblem(parsed.error);
    context.req.addValidatedData('json', parsed.data);
    await next();
  };
}

/** A field that is there twice becomes a list, which no schema of a form takes: nobody has to guess which one counts. */
function fieldsOf(body: string): Record<string, string | string[]> {
  const fields = new URLSearchParams(body);
  return Object.fromEntries(
    [...new Set(fields.keys())].map((name) => {
      const [first = '', ...more] = fields.getAll(name);
      return [name, more.length === 0 ? first : [first, ...more]];
    }),
  );
}

/** Turns the refusal of a posted form into a page that people can read, with the same status and headers. */
export function refuseFormsWithPages(): MiddlewareHandler {
  return async (context, next) => {
    await next();
    if (!context.error || !isForm(context)) return;
    const { title, detail } = (await context.res.json()) as Problem;
    context.res = await plainPage(context, { title, sentence: detail, status: context.res.status });
  };
}

interface PlainPage {
  title: string;
  sentence: string;
  status: number;
  /** Below the sentence: a form, a list. */
  body?: ReturnType<typeof html>;
}

/** A page without any style or script, for browsers that posted a form themselves. */
export function plainPage(
  context: Context,
  { title, sentence, status, body }: PlainPage,
): Response | Promise<Response> {
  return context.html(
    html`<!doctype html>
      <html lang="en">
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <meta name="referrer" content="no-referrer" />
        <title>${title}</title>
        <main>
          <h1>${title}</h1>
          <p>${sentence}</p>
          ${body ?? ''}
          <p>${status < 400 ? '' : 'Your browser’s back button keeps what you wrote. '}<a href="/">To the home page</a></p>
        </main>
      </html>`,
    status as 200,
  );
}
