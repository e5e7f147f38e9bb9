import { dayEndedBy } from '@threadline/schema/indian-time';
import { dateTimeOf, timeOf, weekdayOf } from '../../../format/time.ts';

/** `Mon 23 Nov, 11:30 IST`, or `by the end of Tue 24 Nov, IST`: the office thinks in days of the week. */
export function dueWords(iso: string): string {
  const lastMinute = dayEndedBy(iso);
  const day = weekdayOf(lastMinute ?? iso);
  return lastMinute ? `by the end of ${day}, IST` : `${day}, ${timeOf(iso)}`;
}

/** `23 Nov 2026, 11:30 IST`, or `the end of 24 Nov 2026, IST`. */
export function deadlineOf(iso: string): string {
  const lastMinute = dayEndedBy(iso);
  return lastMinute ? `the end of ${dateTimeOf(lastMinute).split(',')[0]}, IST` : dateTimeOf(iso);
}
