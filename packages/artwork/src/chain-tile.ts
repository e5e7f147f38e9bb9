import { createQuarterArc, rotateSide, type Side, splitCurve } from './geometry.ts';
import { formatCurve, formatNumbers, unit } from './path-data.ts';

/** The strand below stops this far along its quarter: the tile is a mask and has no colour to draw a gap with. */
const shareBelowCrossing = 0.84;

/**
 * One dot of a vertical chain, as an SVG file that repeats without a seam. It is used as a CSS mask, so its colour does
 * not matter.
 */
export function createChainTile(): string {
  const middle = unit / 2;
  const quarters = ([3, 0, 1, 2] as const satisfies readonly Side[]).map((side) => {
    const isOver = side % 2 === 1;
    const arc = createQuarterArc({
      side,
      isStartLinked: isOver,
      isEndLinked: rotateSide(side, 1) % 2 === 1,
      radius: 0.36,
    });
    const shown = isOver ? arc : splitCurve(arc, shareBelowCrossing);
    const start = [middle + shown.from.x * unit, middle + shown.from.y * unit];
    return `M${formatNumbers(start)}${formatCurve(shown)}`;
  });
  const strand = `<path d='${quarters.join('')}'/><path d='M10 10h0' stroke-linecap='round' stroke-width='4.4'/>`;
  return `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20' fill='none' stroke='#000' stroke-width='3.4'>${strand}</svg>`;
}

/** Returns the tile as a CSS `url()`. */
export function getChainTileUrl(): string {
  return `url("data:image/svg+xml,${createChainTile().replaceAll('#', '%23').replaceAll('<', '%3C').replaceAll('>', '%3E')}")`;
}
