const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Promises, office hours and days are those of India, wherever the reader is. */
export const indianTimeZone = 'Asia/Kolkata';
/** Five and a half hours ahead, without summer time. */
export const indianOffsetMs = 330 * minuteMs;

/**
 * The last minute of the day that is over with a moment in India. What is due at 00:00 is due by the end of the day before,
 * and people who read the next day's date come a day late.
 *
 * @param iso ISO 8601
 * @returns ISO 8601 in UTC; undefined for a moment that is not the first minute of a day
 */
export function dayEndedBy(iso: string): string | undefined {
  const at = Date.parse(iso);
  const isMidnight = (at + indianOffsetMs) % dayMs < minuteMs;
  return isMidnight ? new Date(at - minuteMs).toISOString() : undefined;
}
