import { footer } from '@threadline/schema/content/sections/footer';
import { mail } from '@threadline/schema/content/sections/mail';
import { newsletterSchema } from '@threadline/schema/wire/enquiry-form';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { ContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import { isForm, jsonOrFormBody, renderFormErrors } from '../platform/http/form-body.ts';
import { limitBody } from '../platform/http/json-body.ts';
import { renderMessagePage } from '../platform/http/message-page.ts';
import { getNetwork } from '../platform/http/network.ts';
import { limitNetwork } from '../platform/http/rate-limit.ts';
import type { Outbox } from '../platform/outbox/outbox.ts';
import type { Newsletter } from './service.ts';

const maxBodyBytes = 4 * 1024;
const perTenMinutes = { name: 'newsletter', tries: 5, seconds: 600 };
const perDay = { name: 'newsletter-day', tries: 30, seconds: 86_400 };

interface NewsletterParts {
  newsletter: Newsletter;
  outbox: Outbox;
  queries: ContentQueries;
}

/**
 * Routes of the newsletter. `POST /` accepts JSON, or the form of a browser without JavaScript; the others are the
 * pages behind the links in messages.
 */
export function newsletterRoutes(deps: Pick<Deps, 'config' | 'db' | 'now'>, parts: NewsletterParts) {
  const { newsletter, outbox, queries } = parts;
  const limited = limitNetwork(deps, perTenMinutes, perDay);
  const message = () => footer.singles.newsletter.parse(queries.effectiveValue('footer', 'newsletter')).success;
  const texts = () => mail.singles.pages.parse(queries.effectiveValue('mail', 'pages'));
  const readToken = (context: Context) => context.req.query('token') ?? '';

  /** Mail scanners open every link, so only the button has an effect. */
  const renderButtonPage = (context: Context, page: { title: string; text: string; button: string }) => {
    if (!newsletter.byToken(readToken(context))) return linkOver(context);
    const body = html`<form method="post"><button>${page.button}</button></form>`;
    return renderMessagePage(context, { title: page.title, sentence: page.text, status: 200, body });
  };
  const linkOver = (context: Context) =>
    renderMessagePage(context, { title: texts().confirmTitle, sentence: texts().linkOver, status: 404 });

  return (
    new Hono()
      .post('/', renderFormErrors(), limited, limitBody(maxBodyBytes), jsonOrFormBody(newsletterSchema), (context) => {
        const { email, notice } = context.req.valid('json');
        newsletter.join({ email, notice, network: getNetwork(context, deps.config.http) });
        outbox.wake();
        if (isForm(context))
          return renderMessagePage(context, { title: 'Thank you', sentence: message(), status: 200 });
        return context.json({ success: true as const, message: message() });
      })
      .get('/confirm', (context) => {
        const { confirmTitle, confirmText, confirmButton } = texts();
        return renderButtonPage(context, { title: confirmTitle, text: confirmText, button: confirmButton });
      })
      .post('/confirm', limitBody(maxBodyBytes), (context) => {
        if (!newsletter.confirm(readToken(context))) return linkOver(context);
        return renderMessagePage(context, { title: texts().confirmTitle, sentence: texts().confirmed, status: 200 });
      })
      .get('/unsubscribe', (context) => {
        const { leaveTitle, leaveText, leaveButton } = texts();
        return renderButtonPage(context, { title: leaveTitle, text: leaveText, button: leaveButton });
      })
      // RFC 8058: the mail program posts here directly, without a confirmation page.
      .post('/unsubscribe', limitBody(maxBodyBytes), (context) => {
        if (!newsletter.leave(readToken(context))) return linkOver(context);
        return renderMessagePage(context, { title: texts().leaveTitle, sentence: texts().left, status: 200 });
      })
  );
}
