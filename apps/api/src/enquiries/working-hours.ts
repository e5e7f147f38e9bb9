import type { Sla } from '@threadline/schema/content/sections/mail';
import type { Weekday } from '@threadline/schema/content/sections/site';
import { formatIndianTime, getEndedDay, indianOffsetMs } from '@threadline/schema/primitives/indian-time';
import { dayMs, minuteMs } from '../platform/durations.ts';

/** Ends the search if the settings leave no working day. */
const maxDays = 800;

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

export interface OfficeHours {
  /** `09:30`, in India time. */
  opens: string;
  closes: string;
  openDays: readonly Weekday[];
}

/**
 * Returns when a reply is due: at the end of the reply time or, if the office is closed then, when it closed before. Without
 * office hours in between, at the latest at the end of the next day on which it is open.
 *
 * @param from ISO 8601
 * @returns ISO 8601 in UTC
 */
export function computeDeadline(from: string, sla: Sla, office: OfficeHours): string {
  const end = addWorkingHours(from, sla, office);
  const [start, latest] = [Date.parse(from), Date.parse(end)];
  for (let dayStart = getDayStart(latest); dayStart >= getDayStart(start); dayStart -= dayMs) {
    const [opens, closes] = getOpenTime(dayStart, sla, office) ?? [latest, latest];
    if (opens < latest && closes > start && closes > opens) return new Date(Math.min(latest, closes)).toISOString();
  }
  for (let days = 0, dayStart = getDayStart(latest); days < maxDays; days++, dayStart += dayMs) {
    const [opens, closes] = getOpenTime(dayStart, sla, office) ?? [0, 0];
    if (opens >= latest && closes > opens)
      return new Date(Math.min(closes, opens + sla.hours * 60 * minuteMs)).toISOString();
  }
  return end;
}

/** Returns when the office opens and closes on a day, in ms; undefined if it stays closed. */
function getOpenTime(
  dayStart: number,
  sla: Sla,
  { opens, closes, openDays }: OfficeHours,
): [number, number] | undefined {
  const weekday = getWeekday(dayStart);
  if (!weekday || !openDays.includes(weekday) || !isWorkingDay(dayStart, sla)) return undefined;
  return [dayStart + parseTime(opens), dayStart + parseTime(closes)];
}

/** Returns the midnight in India before a moment, in ms. */
function getDayStart(atMs: number): number {
  return Math.floor((atMs + indianOffsetMs) / dayMs) * dayMs - indianOffsetMs;
}

function getWeekday(dayStart: number): Weekday | undefined {
  return weekdays[new Date(dayStart + indianOffsetMs).getUTCDay()];
}

/**
 * Returns the moment at which `sla.hours` of working time have passed, or of plain time if there is no working day.
 *
 * @param from ISO 8601
 * @returns ISO 8601 in UTC
 */
export function addWorkingHours(from: string, sla: Sla, office: Pick<OfficeHours, 'opens' | 'closes'>): string {
  const start = Date.parse(from);
  let leftMs = sla.hours * 60 * minuteMs;
  let dayStart = getDayStart(start);
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
  const weekday = getWeekday(dayStart);
  const day = new Date(dayStart + indianOffsetMs).toISOString().slice(0, 10);
  return weekday !== undefined && sla[weekday] && !sla.holidays.includes(day);
}

/** Returns the beginning and the end of a day's working time, in ms after midnight. */
function getWorkingTime({ counted }: Sla, { opens, closes }: Pick<OfficeHours, 'opens' | 'closes'>): [number, number] {
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
