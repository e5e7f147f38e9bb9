import { defaultSla, mail, type Sla } from '@threadline/schema/sections/mail';
import { site } from '@threadline/schema/sections/site';
import type { ContentQueries } from '../../content/queries.ts';
import type { OfficeHours } from './working-hours.ts';

/** What the firm promises and when it works, as the editors have set it; never fails for want of a setting. */
export function readSla(queries: ContentQueries): { promise: Sla; office: OfficeHours } {
  const promise = mail.singles.sla.safeParse(queries.effectiveValue('mail', 'sla'));
  const contact = site.singles.contact.safeParse(queries.effectiveValue('site', 'contact'));
  return {
    promise: promise.data ?? defaultSla,
    office: contact.data ?? { opens: '09:30', closes: '18:30' },
  };
}
