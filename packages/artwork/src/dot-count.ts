/** How a figure is shown as dots: `woven` of `dots` on the thread, in `rows`. */
export interface DotCount {
  dots: number;
  woven: number;
  rows: number;
}

const maxDots = 50;
const dotsPerRow = 25;

/** Returns the fewest dots that show a percentage exactly; for a count one dot each, or fifty equal parts of it. */
export function countDots(value: number, suffix: string): DotCount {
  const isShare = isPercentage(suffix);
  const dots = isShare
    ? ([10, 20, 25].find((count) => Number.isInteger((value * count) / 100)) ?? maxDots)
    : Math.min(Math.max(Math.round(value), 1), maxDots);
  const woven = isShare ? Math.min(dots, Math.round((value / 100) * dots)) : dots;
  return { dots, woven, rows: dots > dotsPerRow ? 2 : 1 };
}

/** Returns the value of one dot: a part of 100 for a percentage, of the count otherwise. */
export function getDotValue({ value, suffix }: { value: number; suffix: string }): number {
  const { dots } = countDots(value, suffix);
  return isPercentage(suffix) ? 100 / dots : Math.round(value / dots);
}

/** In a preview the suffix ends with the tag of its field. */
const isPercentage = (suffix: string) => suffix.startsWith('%');

const maxComparedDots = 16;

/** Returns counts as dots in one scale: one dot each, or fewer if the largest count has no room in a row. */
export function scaleToDots(counts: readonly number[]): number[] {
  const scale = Math.min(1, maxComparedDots / Math.max(...counts, 1));
  return counts.map((count) => (count > 0 ? Math.max(Math.round(count * scale), 1) : 0));
}
