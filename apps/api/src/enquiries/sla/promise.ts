import { defaultReplyPromise, mail, type ReplyPromise } from '@threadline/schema/sections/mail';
import { site } from '@threadline/schema/sections/site';
import type { ContentQueries } from '../../content/queries.ts';
import type { OfficeHours } from './working-hours.ts';

/** What the firm promises and when it works, as the editors have set it; never fails for want of a setting. */
export function readPromise(queries: ContentQueries): { promise: ReplyPromise; office: OfficeHours } {
  const promise = mail.singles['reply-promise'].safeParse(queries.effectiveValue('mail', 'reply-promise'));
  const contact = site.singles.contact.safeParse(queries.effectiveValue('site', 'contact'));
  return {
    promise: promise.data ?? defaultReplyPromise,
    office: contact.data ?? { opens: '09:30', closes: '18:30' },
  };
}
