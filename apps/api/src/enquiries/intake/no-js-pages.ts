import type { Problem } from '@threadline/schema/problem';
import { site } from '@threadline/schema/sections/site';
import type { Context } from 'hono';
import { html } from 'hono/html';
import type { Config } from '../../config.ts';
import type { ContentQueries } from '../../content/queries.ts';
import { externalSiteQuery, isFromExternalSite } from '../../platform/http/cors.ts';
import { getPostedFields } from '../../platform/http/form-body.ts';
import { renderMessagePage } from '../../platform/http/message-page.ts';
import { readFormTexts, refusedForm } from './no-js-form.ts';

/** Renders the replies to a posted enquiry form for browsers without JavaScript. */
export function enquiryPages(config: Pick<Config, 'siteUrl'>, queries: ContentQueries) {
  const getAddresses = (context: Context) =>
    isFromExternalSite(context, config)
      ? { home: `${config.siteUrl}/`, action: `${context.req.path}?${externalSiteQuery}` }
      : { home: '/', action: context.req.path };

  return {
    /** Renders the form again with values and errors; undefined if the posted fields were not read. */
    refused(context: Context, problem: Problem): Response | Promise<Response> | undefined {
      const posted = getPostedFields(context);
      const texts = readFormTexts(queries);
      if (!posted || !texts) return undefined;
      const { home, action } = getAddresses(context);
      const { sentence, body } = refusedForm({ posted, problem, texts, action });
      return renderMessagePage(context, { title: texts.dialog.title, sentence, status: problem.status, body, home });
    },

    thanks(context: Context, reference: string): Response | Promise<Response> {
      const texts = site.singles.thanks.parse(queries.effectiveValue('site', 'thanks'));
      const body = html`<p><strong>${texts.reference.replace('{reference}', reference)}</strong></p>`;
      const { home } = getAddresses(context);
      return renderMessagePage(context, { title: texts.title, sentence: texts.body, status: 200, body, home });
    },
  };
}
