import type { Enquiry } from '@threadline/schema/enquiry';
import { mail } from '@threadline/schema/sections/mail';
import { site } from '@threadline/schema/sections/site';
import type { ContentQueries } from '../../content/queries.ts';
import { fillTemplate, oneLine } from '../../platform/mail/render-template.ts';

/** How an answer begins, in the editors' words; the person who answers goes on from there. */
export function draftReply(
  queries: ContentQueries,
  { reference, contactName }: Pick<Enquiry, 'reference' | 'contactName'>,
  sender: string,
): { subject: string; text: string } {
  const template = mail.singles.reply.safeParse(queries.effectiveValue('mail', 'reply')).data;
  const brand = site.singles.brand.safeParse(queries.effectiveValue('site', 'brand')).data;
  const unnamed = queries.effectiveValue('mail', 'unnamed-sender');
  const name = oneLine(contactName) || (typeof unnamed === 'string' ? unnamed : '');
  const fillings = { reference, name, brand: brand?.name ?? '', sender };
  const { subject, text } = fillTemplate(template ?? { subject: '{reference}', body: '' }, fillings);
  return { subject, text };
}
