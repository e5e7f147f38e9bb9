import { indianOffsetMs } from '@threadline/schema/primitives/indian-time';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const startHour = 9;

/** Returns nine in the morning of the next day in India that is no Saturday or Sunday, in ms. */
export function getNextWorkingMorning(nowMs: number): number {
  const midnight = Math.floor((nowMs + indianOffsetMs) / dayMs) * dayMs;
  for (let day = midnight + dayMs; ; day += dayMs) {
    const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
    if (!isWeekend) return day + startHour * hourMs - indianOffsetMs;
  }
}
