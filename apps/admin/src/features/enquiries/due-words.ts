import { dayEndedBy, indianTimeZone as timeZone } from '@threadline/schema/indian-time';
import { dateTimeOf, timeOf } from '../../ui/time.ts';

const weekday = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', day: 'numeric', month: 'short' });

/** `Mon 23 Nov, 11:30 IST`, or `by the end of Tue 24 Nov, IST`: the office thinks in days of the week. */
export function dueWords(iso: string): string {
  const lastMinute = dayEndedBy(iso);
  const day = weekday.format(new Date(lastMinute ?? iso)).replace(',', '');
  return lastMinute ? `by the end of ${day}, IST` : `${day}, ${timeOf(iso)}`;
}

/** `23 Nov 2026, 11:30 IST`, or `the end of 24 Nov 2026, IST`. */
export function deadlineOf(iso: string): string {
  const lastMinute = dayEndedBy(iso);
  return lastMinute ? `the end of ${dateTimeOf(lastMinute).split(',')[0]}, IST` : dateTimeOf(iso);
}
