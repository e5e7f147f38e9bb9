import { eq } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import type { MailTexts } from '../mail/compose.ts';
import { subscribers } from '../platform/db/schema/enquiries.ts';
import { type MailHandlers, ObsoleteMail } from '../platform/mail/handlers.ts';
import { fillTemplate } from '../platform/mail/render-template.ts';
import { isUnsubscribed, newsletterLink } from './service.ts';

/** Handler of the message that asks a new subscriber for confirmation. */
export function createNewsletterMails(deps: Pick<Deps, 'config' | 'db' | 'secrets'>, texts: MailTexts) {
  return {
    'newsletter-confirmation': {
      compose({ payload: { linkId = '' } }) {
        const subscriber = deps.db.select().from(subscribers).where(eq(subscribers.linkId, linkId)).get();
        if (!subscriber || isUnsubscribed(subscriber)) throw new ObsoleteMail('This address has unsubscribed.');
        const content = fillTemplate(texts.template('newsletter-confirmation'), {
          link: { link: newsletterLink(deps, 'confirm', linkId) },
          brand: texts.brand(),
        });
        // RFC 8058: one click in the mail program ends the subscription.
        const headers = {
          'List-Unsubscribe': `<${newsletterLink(deps, 'unsubscribe', linkId)}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        };
        return { ...content, headers };
      },
    },
  } satisfies Partial<MailHandlers>;
}
