import type { Sla } from '@threadline/schema/content/sections/mail';
import { formatIndianTime, getEndedDay, indianOffsetMs } from '@threadline/schema/primitives/indian-time';
import { dayMs, minuteMs } from '../platform/durations.ts';

/** Ends the search if the settings leave no working day. */
const maxDays = 800;

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

export interface OfficeHours {
  /** `09:30`, in India time. */
  opens: string;
  closes: string;
}

/**
 * Returns the moment at which `sla.hours` of working time have passed, or of plain time if there is no working day.
 *
 * @param from ISO 8601
 * @returns ISO 8601 in UTC
 */
export function addWorkingHours(from: string, sla: Sla, office: OfficeHours): string {
  const start = Date.parse(from);
  let leftMs = sla.hours * 60 * minuteMs;
  let dayStart = Math.floor((start + indianOffsetMs) / dayMs) * dayMs - indianOffsetMs;
  for (let days = 0; days < maxDays; days++, dayStart += dayMs) {
    if (!isWorkingDay(dayStart, sla)) continue;
    const [opensMs, closesMs] = getWorkingTime(sla, office);
    const begins = Math.max(start, dayStart + opensMs);
    const workMs = dayStart + closesMs - begins;
    if (workMs <= 0) continue;
    if (leftMs <= workMs) return new Date(begins + leftMs).toISOString();
    leftMs -= workMs;
  }
  return new Date(start + sla.hours * 60 * minuteMs).toISOString();
}

function isWorkingDay(dayStart: number, sla: Sla): boolean {
  const local = new Date(dayStart + indianOffsetMs);
  const weekday = weekdays[local.getUTCDay()];
  return weekday !== undefined && sla[weekday] && !sla.holidays.includes(local.toISOString().slice(0, 10));
}

/** Returns the beginning and the end of a day's working time, in ms after midnight. */
function getWorkingTime({ counted }: Sla, { opens, closes }: OfficeHours): [number, number] {
  return counted === 'office' ? [parseTime(opens), parseTime(closes)] : [0, dayMs];
}

function parseTime(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) * minuteMs;
}

/** Returns a moment of India time as spreadsheets read it, such as `2026-11-21 16:13`. */
export function formatForSpreadsheet(iso: string): string {
  return new Date(Date.parse(iso) + indianOffsetMs).toISOString().slice(0, 16).replace('T', ' ');
}

/** Returns a due date for readers. One at midnight ends a day: `the end of Tuesday 24 November, IST`. */
export function formatDeadline(iso: string): string {
  const lastMinute = getEndedDay(iso);
  if (!lastMinute) return formatIndianTime(iso);
  return `the end of ${formatIndianTime(lastMinute).replace(/, [^,]*$/, '')}, IST`;
}
