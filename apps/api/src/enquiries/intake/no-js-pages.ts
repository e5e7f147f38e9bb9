import type { Problem } from '@threadline/schema/problem';
import { site } from '@threadline/schema/sections/site';
import type { Context } from 'hono';
import { html } from 'hono/html';
import type { Config } from '../../config.ts';
import type { ContentQueries } from '../../content/queries.ts';
import { externalSiteQuery, isFromExternalSite } from '../../platform/http/cors.ts';
import { getPostedFields } from '../../platform/http/form-body.ts';
import { renderMessagePage } from '../../platform/http/message-page.ts';
import { readFormWords, refusedForm } from './no-js-form.ts';

/** What a browser without JavaScript sees after it has posted the enquiry form, where no page of the site can say it. */
export function enquiryPages(config: Pick<Config, 'siteUrl'>, queries: ContentQueries) {
  const placeOf = (context: Context) =>
    isFromExternalSite(context, config)
      ? { home: `${config.siteUrl}/`, action: `${context.req.path}?${externalSiteQuery}` }
      : { home: '/', action: context.req.path };

  return {
    /** The form again, with everything that was typed and what is wrong with it. @returns undefined when it was not read */
    refused(context: Context, problem: Problem): Response | Promise<Response> | undefined {
      const posted = getPostedFields(context);
      const words = readFormWords(queries);
      if (!posted || !words) return undefined;
      const { home, action } = placeOf(context);
      const { sentence, body } = refusedForm({ posted, problem, words, action });
      return renderMessagePage(context, { title: words.dialog.title, sentence, status: problem.status, body, home });
    },

    thanks(context: Context, reference: string): Response | Promise<Response> {
      const texts = site.singles.thanks.parse(queries.effectiveValue('site', 'thanks'));
      const body = html`<p><strong>${texts.reference.replace('{reference}', reference)}</strong></p>`;
      const { home } = placeOf(context);
      return renderMessagePage(context, { title: texts.title, sentence: texts.body, status: 200, body, home });
    },
  };
}
