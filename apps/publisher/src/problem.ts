import { randomUUID } from 'node:crypto';
import { type ProblemCode, problems } from '@threadline/schema/wire/problem';
import type { PublishFault } from '@threadline/schema/wire/publishing';
import type { Context } from 'hono';

interface Refusal {
  detail: string;
  faults?: PublishFault[];
}

/** Returns an error response in the same form as the API's. */
export function problem(context: Context, code: ProblemCode, refusal: Refusal): Response {
  const { status, title } = problems[code];
  const body = {
    type: 'about:blank',
    title,
    status,
    code,
    ...refusal,
    requestId: randomUUID(),
    success: false,
    message: refusal.detail,
  };
  return context.body(JSON.stringify(body), status, { 'content-type': 'application/problem+json' });
}
