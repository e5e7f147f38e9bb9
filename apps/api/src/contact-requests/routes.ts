import { contactRequestSchema } from '@threadline/schema/contact-request';
import { type Context, Hono } from 'hono';
import type { Deps } from '../deps.ts';
import { isForm, jsonOrFormBody, refuseFormsWithPages } from '../http/form-body.ts';
import { limitBody } from '../http/json-body.ts';
import { ProblemError } from '../http/problem-error.ts';
import { createNetworkLimit } from '../http/rate-limit.ts';
import { createContactRequests } from './service.ts';

/** Spec §8. */
const successMessage = 'Your request has been sent. We will get back to you shortly.';
const maxBodyBytes = 64 * 1024;
const perTenMinutes = { name: 'contact-request', tries: 5, seconds: 600 };
const perDay = { name: 'contact-request-day', tries: 30, seconds: 86_400 };

/** `POST /send-request` (Spec §7): JSON, or the form of a browser without JavaScript. */
export function contactRequestRoutes(deps: Pick<Deps, 'config' | 'db' | 'now'>) {
  const requests = createContactRequests(deps);
  const takeOne = createNetworkLimit(deps, perTenMinutes, perDay);

  return new Hono().post(
    '/send-request',
    refuseFormsWithPages(),
    limitBody(maxBodyBytes),
    jsonOrFormBody(contactRequestSchema),
    async (context) => {
      const submission = { request: context.req.valid('json'), idempotencyKey: idempotencyKeyOf(context) };
      let reference = requests.findSent(submission);
      if (!reference) {
        // Only what is stored counts: neither a typing mistake nor a repetition uses up a visitor's tries.
        await takeOne(context);
        reference = requests.receive(submission);
      }
      if (isForm(context)) return context.redirect('/thanks/', 303);
      return context.json({ success: true as const, message: successMessage, reference });
    },
  );
}

function idempotencyKeyOf(context: Context): string | undefined {
  const key = context.req.header('idempotency-key');
  if (key !== undefined && !/^[\x21-\x7e]{1,100}$/.test(key)) {
    throw new ProblemError('malformed-request', {
      detail: 'Idempotency-Key must be 1 to 100 letters, digits or signs, without spaces.',
    });
  }
  return key;
}
