/** The error for a text that is not a day of the calendar. */
export const dayError = 'Enter a date such as 23 Nov 2026.';

const monthNames = 'January February March April May June July August September October November December'.split(' ');

/**
 * Returns the ISO form of a day as people in India write it: `23/11/2026`, `23-11-26`, `23 Nov 2026`, `23 November 2026`,
 * `Nov 23, 2026` or `2026-11-23`. The day comes before the month. Returns undefined for any other text.
 */
export function parseDay(typed: string): string | undefined {
  const text = typed.trim().toLowerCase();
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (iso) return toIsoDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const digits = /^(\d\d?)([/.-])(\d\d?)\2(\d{4}|\d\d)$/.exec(text);
  if (digits) return toIsoDay(toFullYear(digits[4]), Number(digits[3]), Number(digits[1]));
  const dayFirst = /^(\d\d?)[ -]([a-z]{3,9})[ -](\d{4}|\d\d)$/.exec(text.replace(/[,.]/g, ''));
  if (dayFirst) return toIsoDay(toFullYear(dayFirst[3]), toMonth(dayFirst[2]), Number(dayFirst[1]));
  const monthFirst = /^([a-z]{3,9}) (\d\d?) (\d{4}|\d\d)$/.exec(text.replace(/[,.]/g, ''));
  if (monthFirst) return toIsoDay(toFullYear(monthFirst[3]), toMonth(monthFirst[1]), Number(monthFirst[2]));
  return undefined;
}

function toFullYear(digits = ''): number {
  return digits.length === 2 ? 2000 + Number(digits) : Number(digits);
}

/** Returns the number of a month for its name or an abbreviation; 0 for any other text. */
function toMonth(name = ''): number {
  return monthNames.findIndex((full) => full.toLowerCase().startsWith(name)) + 1;
}

function toIsoDay(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : undefined;
}

/** Formats `2026-11-23` as `23 Nov 2026`. Any other text stays as it is. */
export function formatDay(iso: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(iso) ?? [];
  const name = monthNames[Number(month) - 1];
  return name === undefined ? iso : `${Number(day)} ${name.slice(0, 3)} ${year}`;
}
