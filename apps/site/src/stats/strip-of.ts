import type { Scene } from '../art/draw.ts';
import { strip } from '../art/scenes/strip.ts';

/** How a figure is shown as dots: `woven` of `dots`, in `rows`. */
export interface StripOf {
  dots: number;
  woven: number;
  rows: number;
}

const maxDots = 50;
const dotsPerRow = 25;

/** The fewest dots that show a percentage exactly; a count as one dot each, or as fifty equal parts of it. */
export function stripOf(value: number, suffix: string): StripOf {
  const dots = isShare(suffix) ? dotsForShare(value) : dotsForCount(value);
  const woven = isShare(suffix) ? Math.min(dots, Math.round((value / 100) * dots)) : dots;
  return { dots, woven, rows: dots > dotsPerRow ? 2 : 1 };
}

/** What one dot stands for: so many in 100 of a share, or so many of a count. */
export function perDot({ value, suffix }: { value: number; suffix: string }): number {
  const { dots } = stripOf(value, suffix);
  return isShare(suffix) ? 100 / dots : Math.round(value / dots);
}

/** The strip of a figure on the band, in the scale of twenty columns. */
export function statStrip({ value, suffix }: { value: number; suffix: string }): Scene {
  return strip({ place: 'figures', ...stripOf(value, suffix), columns: 20 });
}

/** In a preview the suffix goes on with the tag of its field. */
const isShare = (suffix: string) => suffix.startsWith('%');

function dotsForShare(percent: number): number {
  return [10, 20, 25, maxDots].find((dots) => Number.isInteger((percent * dots) / 100)) ?? maxDots;
}

function dotsForCount(count: number): number {
  return Math.min(Math.max(Math.round(count), 1), maxDots);
}
