import { getReadableColor } from '@threadline/design-tokens/brand-colors';
import { mail as mailSection } from '@threadline/schema/content/sections/mail';
import { site } from '@threadline/schema/content/sections/site';
import { readBrandColors } from '../content/brand-colors.ts';
import type { ContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import type { MailHandlers, MessageRow } from '../platform/outbox/handlers.ts';
import { findSender } from '../platform/outbox/mail-server.ts';
import { colorLinks, toOneLine } from '../platform/outbox/render-template.ts';
import type { OutgoingMail } from '../platform/outbox/transport.ts';
import { getTeamAddresses } from './team.ts';

type TemplateKey = 'notification' | 'reminder' | 'acknowledgement' | 'newsletter-confirmation' | 'my-data';

/** Reads the texts that editors maintain for messages: templates, brand and contact details. */
export function createMailTexts(queries: ContentQueries) {
  return {
    brand: () => site.singles.brand.parse(queries.effectiveValue('site', 'brand')).name,
    /** Returns the colour of links, if the owner has chosen one. */
    linkColor(): string | undefined {
      const { primary } = readBrandColors(queries);
      return primary && getReadableColor('primary', primary);
    },
    contact: () => site.singles.contact.parse(queries.effectiveValue('site', 'contact')),
    template: (key: TemplateKey) => mailSection.singles[key].parse(queries.effectiveValue('mail', key)),
    unnamedSender(): string {
      const text = queries.effectiveValue('mail', 'unnamed-sender');
      return typeof text === 'string' ? text : '';
    },
  };
}

export type MailTexts = ReturnType<typeof createMailTexts>;

interface ComposerParts {
  queries: ContentQueries;
  texts: MailTexts;
  handlers: MailHandlers;
}

/**
 * Turns rows of the outbox into complete messages: the handler writes the content, and this adds sender and recipients.
 */
export function createComposer(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  { queries, texts, handlers }: ComposerParts,
) {
  const host = new URL(config.siteUrl).hostname;

  return (row: MessageRow): OutgoingMail => {
    const { replyTo, headers = {}, ...content } = handlers[row.kind].compose(row);
    const sender = findSender({ config, db });
    const to = row.recipient === '' ? getTeamAddresses({ config, queries }) : [row.recipient];
    const linkColor = texts.linkColor();
    return {
      ...content,
      ...(linkColor && { html: colorLinks(content.html, linkColor) }),
      // The same for every attempt, so that a mail program can recognise a duplicate.
      messageId: `<${row.id}@${host}>`,
      from: { name: toOneLine(texts.brand()), address: sender ?? texts.contact().email },
      to: to.map((address) => ({ name: '', address })),
      recipients: to.filter((address) => !row.payload.reached?.includes(address)),
      replyTo: replyTo ?? (sender ? texts.contact().email : undefined),
      date: new Date(row.createdAt),
      // RFC 3834: automatic responders do not answer automatic messages. A reply is written by a person.
      headers: row.kind === 'reply' ? headers : { 'Auto-Submitted': 'auto-generated', ...headers },
    };
  };
}
