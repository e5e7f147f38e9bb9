import { type Curve, directionOf, firstPart, type Point, quarterArc, reversed, type Side, turned } from './geometry.ts';
import { curveCommand, dotsPath, joinParts, numbers, unit } from './path-data.ts';
import { cells, type Loop, type Weave } from './weave.ts';

type Where = (x: number, y: number) => boolean;
type WhereLink = (x: number, y: number, side: 0 | 1) => boolean;

const everywhere = () => true;

/** Half the length of a straight over strand, in units. */
const halfOver = 1.7;

function arcAt(figure: Weave, x: number, y: number) {
  return (side: Side): Curve =>
    quarterArc({
      side,
      isStartLinked: figure.isLinked(x, y, side),
      isEndLinked: figure.isLinked(x, y, turned(side, 1)),
      radius: figure.radius,
    });
}

export function centreOf(x: number, y: number): Point {
  return { x: (x + 0.5) * unit, y: (y + 0.5) * unit };
}

function placed(x: number, y: number, point: Point): Point {
  return { x: (x + 0.5 + point.x) * unit, y: (y + 0.5 + point.y) * unit };
}

/** A whole loop as one closed subpath, so that it can be drawn by a dash offset. */
export function loopPath(figure: Weave, loop: Loop): string {
  const [first] = loop;
  if (!first) return '';
  const start = placed(first.x, first.y, arcAt(figure, first.x, first.y)(first.side).from);
  const commands = loop.map(({ x, y, side, isClockwise }) => {
    const arc = arcAt(figure, x, y)(side);
    return curveCommand(isClockwise ? arc : reversed(arc));
  });
  return `M${numbers([start.x, start.y])}${commands.join('')}z`;
}

export function loopsPath(figure: Weave, pick: (loop: Loop) => boolean = everywhere): string {
  return figure.loops
    .filter(pick)
    .map((loop) => loopPath(figure, loop))
    .join('');
}

/**
 * The strand on top at each crossing: "/" on horizontal links, "\" on vertical ones, which alternates by itself. Where a
 * weave is shown large, its casing is drawn with a smaller `half`: of one length, hairline seams remain.
 */
export function overPath(figure: Weave, pick: WhereLink = everywhere, half = halfOver): string {
  const parts = ([0, 1] as const).flatMap((side) =>
    crossings(figure, side, pick).map(({ x, y }) => {
      const { x: dx, y: dy } = directionOf(side);
      const middle = placed(x, y, { x: dx / 2, y: dy / 2 });
      const rise = side === 0 ? half : -half;
      const start = { x: middle.x - half, y: middle.y + rise };
      const end = { x: middle.x + half, y: middle.y - rise };
      return { start, end, commands: `l${numbers([end.x - start.x, end.y - start.y])}` };
    }),
  );
  return joinParts(parts);
}

/** As `overPath`, but along the exact curves for `share` of each quarter: large threads show a seam otherwise. */
export function exactOverPath(figure: Weave, share: number, pick: WhereLink = everywhere): string {
  return ([0, 1] as const)
    .flatMap((side) =>
      crossings(figure, side, pick).map(({ x, y }) => {
        const { x: dx, y: dy } = directionOf(side);
        const arriving = firstPart(arcAt(figure, x + dx, y + dy)(turned(side, 2)), share);
        const leaving = firstPart(arcAt(figure, x, y)(side), share);
        const start = placed(x + dx, y + dy, arriving.to);
        return `M${numbers([start.x, start.y])}${curveCommand(reversed(arriving))}${curveCommand(leaving)}`;
      }),
    )
    .join('');
}

function crossings(figure: Weave, side: 0 | 1, pick: WhereLink): Point[] {
  return [...cells(figure)].filter(({ x, y }) => figure.isLinked(x, y, side) && pick(x, y, side));
}

/** What the strand encloses round each dot, as one path to fill. */
export function lobesPath(figure: Weave, pick: Where): string {
  const parts = [...cells(figure)]
    .filter(({ x, y }) => figure.has(x, y) && pick(x, y))
    .map(({ x, y }) => {
      const arc = arcAt(figure, x, y);
      const start = placed(x, y, arc(0).from);
      const sides: Side[] = [0, 1, 2, 3];
      return { start, end: start, commands: `${sides.map((side) => curveCommand(arc(side))).join('')}z` };
    });
  return joinParts(parts);
}

export function weaveDotsPath(figure: Weave): string {
  return dotsPath([...cells(figure)].filter(({ x, y }) => figure.has(x, y)).map(({ x, y }) => centreOf(x, y)));
}
