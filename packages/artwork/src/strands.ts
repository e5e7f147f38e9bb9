import {
  type Curve,
  createQuarterArc,
  getDirection,
  type Point,
  reverseCurve,
  rotateSide,
  type Side,
  splitCurve,
} from './geometry.ts';
import { createDotsPath, formatCurve, formatNumbers, joinSubpaths, unit } from './path-data.ts';
import { type Loop, listCells, type Weave } from './weave.ts';

type Where = (x: number, y: number) => boolean;
type WhereLink = (x: number, y: number, side: 0 | 1) => boolean;

const everywhere = () => true;

/** Half the length of a straight over strand, in units. */
const halfOver = 1.4;

function createArcs(figure: Weave, x: number, y: number) {
  return (side: Side): Curve =>
    createQuarterArc({
      side,
      isStartLinked: figure.isLinked(x, y, side),
      isEndLinked: figure.isLinked(x, y, rotateSide(side, 1)),
      radius: figure.radius,
    });
}

export function getCentre(x: number, y: number): Point {
  return { x: (x + 0.5) * unit, y: (y + 0.5) * unit };
}

function toUnits(x: number, y: number, point: Point): Point {
  return { x: (x + 0.5 + point.x) * unit, y: (y + 0.5 + point.y) * unit };
}

/** Returns a whole loop as one closed subpath. */
export function createLoopPath(figure: Weave, loop: Loop): string {
  const [first] = loop;
  if (!first) return '';
  const start = toUnits(first.x, first.y, createArcs(figure, first.x, first.y)(first.side).from);
  const commands = loop.map(({ x, y, side, isClockwise }) => {
    const arc = createArcs(figure, x, y)(side);
    return formatCurve(isClockwise ? arc : reverseCurve(arc));
  });
  return `M${formatNumbers([start.x, start.y])}${commands.join('')}z`;
}

export function createThreadPath(figure: Weave, pick: (loop: Loop) => boolean = everywhere): string {
  return figure.loops
    .filter(pick)
    .map((loop) => createLoopPath(figure, loop))
    .join('');
}

/** Draws the strand on top at each crossing: "/" on horizontal links, "\" on vertical ones, which alternates over and under. */
export function createOverPath(figure: Weave, pick: WhereLink = everywhere): string {
  const parts = ([0, 1] as const).flatMap((side) =>
    crossings(figure, side, pick).map(({ x, y }) => {
      const { x: dx, y: dy } = getDirection(side);
      const middle = toUnits(x, y, { x: dx / 2, y: dy / 2 });
      const rise = side === 0 ? halfOver : -halfOver;
      const start = { x: middle.x - halfOver, y: middle.y + rise };
      const end = { x: middle.x + halfOver, y: middle.y - rise };
      return { start, end, commands: `l${formatNumbers([end.x - start.x, end.y - start.y])}` };
    }),
  );
  return joinSubpaths(parts);
}

/**
 * Like `createOverPath`, but along the exact curves for `share` of each quarter: large threads would show a seam
 * otherwise.
 */
export function createExactOverPath(figure: Weave, share: number, pick: WhereLink = everywhere): string {
  const parts = ([0, 1] as const).flatMap((side) =>
    crossings(figure, side, pick).map(({ x, y }) => {
      const { x: dx, y: dy } = getDirection(side);
      const arriving = reverseCurve(splitCurve(createArcs(figure, x + dx, y + dy)(rotateSide(side, 2)), share));
      const leaving = splitCurve(createArcs(figure, x, y)(side), share);
      // Rounded as the path data is: otherwise the errors of many relative moves would add up.
      const start = roundPoint(toUnits(x + dx, y + dy, arriving.from));
      const end = addPoints(start, getExtent(arriving), getExtent(leaving));
      return { start, end, commands: formatCurve(arriving) + formatCurve(leaving) };
    }),
  );
  return joinSubpaths(parts);
}

/** Returns how far the pen moves along a curve, rounded. */
function getExtent({ from, to }: Curve): Point {
  return roundPoint({ x: (to.x - from.x) * unit, y: (to.y - from.y) * unit });
}

function roundPoint({ x, y }: Point): Point {
  return { x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 };
}

function addPoints(...points: readonly Point[]): Point {
  return points.reduce((sum, { x, y }) => ({ x: sum.x + x, y: sum.y + y }));
}

function crossings(figure: Weave, side: 0 | 1, pick: WhereLink): Point[] {
  return [...listCells(figure)].filter(({ x, y }) => figure.isLinked(x, y, side) && pick(x, y, side));
}

/** Returns the areas that the strand encloses around each dot, as one path to fill. */
export function createLobePath(figure: Weave, pick: Where): string {
  const parts = [...listCells(figure)]
    .filter(({ x, y }) => figure.has(x, y) && pick(x, y))
    .map(({ x, y }) => {
      const arc = createArcs(figure, x, y);
      const start = toUnits(x, y, arc(0).from);
      const sides: Side[] = [0, 1, 2, 3];
      return { start, end: start, commands: `${sides.map((side) => formatCurve(arc(side))).join('')}z` };
    });
  return joinSubpaths(parts);
}

export function createDotPath(figure: Weave): string {
  return createDotsPath(
    [...listCells(figure)].filter(({ x, y }) => figure.has(x, y)).map(({ x, y }) => getCentre(x, y)),
  );
}
