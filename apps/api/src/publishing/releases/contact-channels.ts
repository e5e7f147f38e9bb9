import { hidePlaceholders } from '@threadline/schema/content/placeholders';
import { site } from '@threadline/schema/content/sections/site';
import { formatPhone } from '@threadline/schema/primitives/phone';
import { html } from 'hono/html';
import { z } from 'zod';
import type { ContentQueries } from '../../content/queries.ts';

/** How visitors reach the firm while this site cannot take their message. Phone numbers are in E.164. */
export interface ContactChannels {
  phone?: string;
  whatsapp?: string;
  email?: string;
}

const storedContactSchema = z.object({ phone: z.string(), whatsapp: z.string(), email: z.string() }).partial();

/** Returns the contact details of the content, without those that are still placeholders. */
export function readContactChannels(queries: ContentQueries): ContactChannels {
  const stored = storedContactSchema.catch({}).parse(queries.effectiveValue('site', 'contact'));
  const { value: shown } = hidePlaceholders(site.singles.contact, stored);
  return Object.fromEntries(Object.entries(shown as ContactChannels).filter(([, value]) => value !== ''));
}

/** Returns the contact details that a page of the site links to. */
export function findContactChannels(page: string): ContactChannels {
  const phone = /href="tel:(\+\d+)"/.exec(page)?.[1];
  const whatsapp = /href="https:\/\/wa\.me\/(\d+)/.exec(page)?.[1];
  const email = /href="mailto:([^"?]+)/.exec(page)?.[1];
  return { ...(phone && { phone }), ...(whatsapp && { whatsapp: `+${whatsapp}` }), ...(email && { email }) };
}

/** Returns a sentence that names the channels; empty when there is none. */
export function describeContactChannels({ phone, whatsapp, email }: ContactChannels): string {
  const options = [
    ...(phone ? [`call ${formatPhone(phone)}`] : []),
    ...(whatsapp ? [`message ${formatPhone(whatsapp)} on WhatsApp`] : []),
    ...(email ? [`write to ${email}`] : []),
  ];
  if (options.length === 0) return '';
  const list = new Intl.ListFormat('en', { type: 'disjunction' }).format(options);
  return `Please ${list}.`;
}

/** Returns the channels as a list of links; empty when there is none. */
export function contactLinks({ phone, whatsapp, email }: ContactChannels): ReturnType<typeof html> | undefined {
  const links = [
    ...(phone ? [html`<li>Phone: <a href="tel:${phone}">${formatPhone(phone)}</a></li>`] : []),
    ...(whatsapp
      ? [html`<li>WhatsApp: <a href="https://wa.me/${whatsapp.slice(1)}">${formatPhone(whatsapp)}</a></li>`]
      : []),
    ...(email ? [html`<li>Email: <a href="mailto:${email}">${email}</a></li>`] : []),
  ];
  return links.length > 0 ? html`<ul>${links}</ul>` : undefined;
}
