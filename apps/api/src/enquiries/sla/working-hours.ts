import { dayEndedBy, indianTimeZone, indianOffsetMs as offsetMs } from '@threadline/schema/indian-time';
import type { Sla } from '@threadline/schema/sections/mail';
import { dayMs, minuteMs } from '../../platform/durations.ts';

/** A promise that no working day can keep must not become an endless search. */
const mostDays = 800;

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

export interface OfficeHours {
  /** `09:30`, in India time. */
  opens: string;
  closes: string;
}

/**
 * The moment at which `promise.hours` of working time have passed.
 *
 * @param from ISO 8601
 * @returns ISO 8601 in UTC
 */
export function dueAfter(from: string, promise: Sla, office: OfficeHours): string {
  const start = Date.parse(from);
  let leftMs = promise.hours * 60 * minuteMs;
  let dayStart = Math.floor((start + offsetMs) / dayMs) * dayMs - offsetMs;
  for (let days = 0; days < mostDays; days++, dayStart += dayMs) {
    if (!isWorkingDay(dayStart, promise)) continue;
    const [opensMs, closesMs] = spanOf(promise, office);
    const begins = Math.max(start, dayStart + opensMs);
    const workMs = dayStart + closesMs - begins;
    if (workMs <= 0) continue;
    if (leftMs <= workMs) return new Date(begins + leftMs).toISOString();
    leftMs -= workMs;
  }
  return new Date(start + promise.hours * 60 * minuteMs).toISOString();
}

function isWorkingDay(dayStart: number, promise: Sla): boolean {
  const local = new Date(dayStart + offsetMs);
  const weekday = weekdays[local.getUTCDay()];
  return weekday !== undefined && promise[weekday] && !promise.holidays.includes(local.toISOString().slice(0, 10));
}

/** Begin and end of the working time of a day, in ms after midnight. */
function spanOf({ counted }: Sla, { opens, closes }: OfficeHours): [number, number] {
  return counted === 'office' ? [msOf(opens), msOf(closes)] : [0, dayMs];
}

function msOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) * minuteMs;
}

/** The day of a moment in India, `2026-11-21`. */
export function indianDay(at: Date): string {
  return new Date(at.getTime() + offsetMs).toISOString().slice(0, 10);
}

/** A moment of India time as spreadsheets read it: `2026-11-21 16:13`. */
export function indianTime(iso: string): string {
  return new Date(Date.parse(iso) + offsetMs).toISOString().slice(0, 16).replace('T', ' ');
}

/** A moment as people in India read it: `Saturday 21 November, 16:13 IST`. */
export function inIndianWords(iso: string): string {
  const words = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: indianTimeZone,
  }).format(new Date(iso));
  return `${words.replace(' at ', ', ')} IST`;
}

/** A moment by which something is due. What ends with a day is said as people say it: `the end of Tuesday 24 November, IST`. */
export function deadlineInWords(iso: string): string {
  const lastMinute = dayEndedBy(iso);
  if (!lastMinute) return inIndianWords(iso);
  return `the end of ${inIndianWords(lastMinute).replace(/, [^,]*$/, '')}, IST`;
}
