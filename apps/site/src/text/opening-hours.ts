import { formatHours } from '@threadline/schema/content/opening-hours';
import { type Weekday, weekdays } from '@threadline/schema/content/sections/site';
import type { SiteContent } from '@threadline/schema/content/site-content';
import { fill } from './format.ts';

type Hours = Pick<SiteContent['site'], 'contact' | 'weekdays'>;

const week = Object.keys(weekdays) as Weekday[];

/** "Mon–Sat, 9:30 am to 6:30 pm IST": the editor's sentence with days and times filled in. */
export function openingHours(hours: Hours): string {
  return withHours(hours.contact.hours, hours);
}

/** A sentence with {days}, {opens} and {closes} filled in. */
export function withHours(sentence: string, { contact, weekdays: names }: Hours): string {
  return fill(sentence, formatHours(contact, names));
}

/** Returns the opening hours for the page's script, such as `123456 09:30 18:30 2026-12-25`: days (0 is Sunday), times, holidays. */
export function openingCode({ site: { contact }, mail }: Pick<SiteContent, 'site' | 'mail'>): string {
  const { holidays } = mail.sla;
  const days = week.flatMap((day, index) => (contact.openDays.includes(day) ? (index + 1) % 7 : []));
  return [days.join(''), contact.opens, contact.closes, ...holidays].join(' ');
}

/** The same for search engines. */
export function openingHoursSpecification({ contact }: Hours) {
  return {
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: week.filter((day) => contact.openDays.includes(day)).map((day) => weekdays[day]),
    opens: contact.opens,
    closes: contact.closes,
  };
}
