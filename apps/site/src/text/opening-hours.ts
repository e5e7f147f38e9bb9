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
  return fill(sentence, {
    days: dayRanges(contact.openDays)
      .map(([first, last]) => (first === last ? names[first] : `${names[first]}–${names[last]}`))
      .join(', '),
    opens: clock(contact.opens),
    closes: clock(contact.closes),
  });
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

/** Days in a row as first and last. */
function dayRanges(open: readonly Weekday[]): [Weekday, Weekday][] {
  const ranges: [Weekday, Weekday][] = [];
  for (const day of week.filter((each) => open.includes(each))) {
    const range = ranges.at(-1);
    if (range && week.indexOf(day) === week.indexOf(range[1]) + 1) range[1] = day;
    else ranges.push([day, day]);
  }
  return ranges;
}

/** `18:30` → `6:30 pm`, `09:00` → `9 am`. */
function clock(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 || 12}${minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`} ${hour < 12 ? 'am' : 'pm'}`;
}
