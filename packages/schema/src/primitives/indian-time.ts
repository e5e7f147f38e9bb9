const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Due dates, office hours and days use India time, wherever the reader is. */
export const indianTimeZone = 'Asia/Kolkata';
/** UTC+05:30, without daylight saving time. */
export const indianOffsetMs = 330 * minuteMs;

/**
 * Returns the last minute of the day that ends at a midnight in India. A due date of 00:00 belongs to the day before;
 * people who read the next day's date would be a day late.
 *
 * @param iso ISO 8601
 * @returns ISO 8601 in UTC; undefined for a time that is not the first minute of a day
 */
export function getEndedDay(iso: string): string | undefined {
  const at = Date.parse(iso);
  const isMidnight = (at + indianOffsetMs) % dayMs < minuteMs;
  return isMidnight ? new Date(at - minuteMs).toISOString() : undefined;
}

/** Returns the day of a moment in India, such as `2026-11-21`. */
export function toIndianDay(at: Date): string {
  return new Date(at.getTime() + indianOffsetMs).toISOString().slice(0, 10);
}

/** Returns a moment for readers in India, such as `Saturday 21 November, 16:13 IST`. */
export function formatIndianTime(iso: string): string {
  const text = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: indianTimeZone,
  }).format(new Date(iso));
  return `${text.replace(' at ', ', ')} IST`;
}
