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
const halfOver = 1.7;

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

/** A whole loop as one closed subpath, so that it can be drawn by a dash offset. */
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

/**
 * Draws the strand on top at each crossing: "/" on horizontal links, "\" on vertical ones, which alternates over and
 * under. A
 * weave that is shown large draws its casing with a smaller `half`, because equal lengths would leave hairline seams.
 */
export function createOverPath(figure: Weave, pick: WhereLink = everywhere, half = halfOver): string {
  const parts = ([0, 1] as const).flatMap((side) =>
    crossings(figure, side, pick).map(({ x, y }) => {
      const { x: dx, y: dy } = getDirection(side);
      const middle = toUnits(x, y, { x: dx / 2, y: dy / 2 });
      const rise = side === 0 ? half : -half;
      const start = { x: middle.x - half, y: middle.y + rise };
      const end = { x: middle.x + half, y: middle.y - rise };
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
  return ([0, 1] as const)
    .flatMap((side) =>
      crossings(figure, side, pick).map(({ x, y }) => {
        const { x: dx, y: dy } = getDirection(side);
        const arriving = splitCurve(createArcs(figure, x + dx, y + dy)(rotateSide(side, 2)), share);
        const leaving = splitCurve(createArcs(figure, x, y)(side), share);
        const start = toUnits(x + dx, y + dy, arriving.to);
        return `M${formatNumbers([start.x, start.y])}${formatCurve(reverseCurve(arriving))}${formatCurve(leaving)}`;
      }),
    )
    .join('');
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
