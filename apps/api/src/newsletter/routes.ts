import { newsletterSchema } from '@threadline/schema/contact-request';
import { Hono } from 'hono';
import type { Deps } from '../deps.ts';
import { isForm, jsonOrFormBody, plainPage, refuseFormsWithPages } from '../http/form-body.ts';
import { limitBody } from '../http/json-body.ts';
import { createNetworkLimit } from '../http/rate-limit.ts';
import { storeSubscriber } from './service.ts';

const successMessage = 'Thank you. Your address is on the list.';
const maxBodyBytes = 4 * 1024;
const perTenMinutes = { name: 'newsletter', tries: 5, seconds: 600 };
const perDay = { name: 'newsletter-day', tries: 30, seconds: 86_400 };

/** `POST /`: JSON, or the form of a browser without JavaScript. */
export function newsletterRoutes(deps: Pick<Deps, 'config' | 'db' | 'now'>) {
  const takeOne = createNetworkLimit(deps, perTenMinutes, perDay);

  return new Hono().post(
    '/',
    refuseFormsWithPages(),
    limitBody(maxBodyBytes),
    jsonOrFormBody(newsletterSchema),
    async (context) => {
      await takeOne(context);
      storeSubscriber(deps, context.req.valid('json').email);
      if (isForm(context)) return plainPage(context, { title: 'Thank you', sentence: successMessage, status: 200 });
      return context.json({ success: true as const, message: successMessage });
    },
  );
}
