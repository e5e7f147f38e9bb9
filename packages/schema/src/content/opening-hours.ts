import { type Weekday, weekdays } from './sections/site.ts';

const week = Object.keys(weekdays) as Weekday[];

interface OpeningHours {
  openDays: readonly Weekday[];
  opens: string;
  closes: string;
}

/** Returns the values of {days}, {opens} and {closes} in a text: `Mon–Sat`, `9:30 am`, `6:30 pm`. */
export function formatHours({ openDays, opens, closes }: OpeningHours, names: Readonly<Record<Weekday, string>>) {
  const days = dayRanges(openDays).map(([first, last]) =>
    first === last ? names[first] : `${names[first]}–${names[last]}`,
  );
  return { days: days.join(', '), opens: clock(opens), closes: clock(closes) };
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
