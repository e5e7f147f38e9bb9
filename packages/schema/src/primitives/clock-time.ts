/** The error for a text that is not a time of day. */
export const clockTimeError = 'Write a time such as 09:30 or 6 pm.';

/**
 * Returns `HH:MM` of a time as people write it: `10 am`, `9.30`, `0930`, `9:30 pm`, `18:00`. Returns undefined for any
 * other text.
 */
export function toClockTime(typed: string): string | undefined {
  const [, hours, minutes = '00', half] = /^(\d\d?)[:.]?([0-5]\d)? ?(?:([ap])\.?m\.?)?$/i.exec(typed.trim()) ?? [];
  const hour = Number(hours);
  if (hours === undefined || hour > 23) return undefined;
  if (half === undefined) return `${hours.padStart(2, '0')}:${minutes}`;
  if (hour < 1 || hour > 12) return undefined;
  const since = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return `${String(since).padStart(2, '0')}:${minutes}`;
}
