import { enquiryFormSchema } from '@threadline/schema/wire/enquiry-form';
import { type Context, Hono } from 'hono';
import type { ContentQueries } from '../../content/queries.ts';
import type { Deps } from '../../context.ts';
import { isFromExternalSite } from '../../platform/http/cors.ts';
import { isForm, jsonOrFormBody, renderFormErrors } from '../../platform/http/form-body.ts';
import { limitBody } from '../../platform/http/json-body.ts';
import { getNetwork } from '../../platform/http/network.ts';
import { ProblemError } from '../../platform/http/problem-error.ts';
import { limitRefusedInput } from '../../platform/http/rate-limit.ts';
import { isSameSecret } from '../../platform/keys.ts';
import { enquiryPages } from './no-js-form.ts';
import type { Intake } from './service.ts';

/** Spec §8. */
const successMessage = 'Your request has been sent. We will get back to you shortly.';
const maxBodyBytes = 64 * 1024;
/** Enquiries have their own limits (`service.ts`), which count stored rows. */
const refusedPerNetwork = { name: 'enquiry-refused', tries: 60, seconds: 600 };
/** The header with the secret that marks an enquiry of the self-test. */
export const selfTestHeader = 'x-threadline-self-test';

/** `POST /send-request` (Spec §7): JSON, or the form of a browser without JavaScript. */
export function intakeRoutes(
  { config, db, secrets }: Pick<Deps, 'config' | 'db' | 'secrets'>,
  { intake, queries }: { intake: Intake; queries: ContentQueries },
) {
  const pages = enquiryPages(config, queries);
  return new Hono().post(
    '/send-request',
    renderFormErrors(pages.refused),
    limitRefusedInput({ config, db }, refusedPerNetwork),
    limitBody(maxBodyBytes),
    jsonOrFormBody(enquiryFormSchema),
    async (context) => {
      const { reference, dueAt } = await intake.receive({
        request: context.req.valid('json'),
        idempotencyKey: readIdempotencyKey(context),
        network: getNetwork(context, config.http),
        isTest: isSelfTest(context.req.header(selfTestHeader), secrets.selfTestToken),
      });
      // A site on another host consists of static files, which cannot show the reference.
      if (isForm(context) && isFromExternalSite(context, config)) return pages.thanks(context, reference);
      if (isForm(context)) return context.redirect(`/thanks/?reference=${reference}`, 303);
      return context.json({ success: true as const, message: successMessage, reference, dueAt });
    },
  );
}

/**
 * Returns whether a request has the token of the self-test.
 *
 * @throws ProblemError 403 for the token of another installation: its test must not become an enquiry
 */
export function isSelfTest(sent: string | undefined, token: string): boolean {
  if (sent === undefined) return false;
  if (isSameSecret(token, sent)) return true;
  throw new ProblemError('forbidden', {
    detail: 'This test comes from another installation: check PORT and DATA_DIR.',
  });
}

function readIdempotencyKey(context: Context): string | undefined {
  const key = context.req.header('idempotency-key');
  if (key !== undefined && !/^[\x21-\x7e]{1,100}$/.test(key)) {
    throw new ProblemError('malformed-request', {
      detail: 'Idempotency-Key must be 1 to 100 letters, digits or signs, without spaces.',
    });
  }
  return key;
}
