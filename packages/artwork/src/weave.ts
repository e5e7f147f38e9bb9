import { getDirection, rotateSide, type Side } from './geometry.ts';

/** The description of a kolam: a grid of dots, some of which may be missing, and links between neighbours. */
export interface WeaveSpec {
  columns: number;
  rows: number;
  has?: (x: number, y: number) => boolean;
  /** Returns true if a dot is linked to its neighbour on the right (side 0) or below (side 1). */
  link?: (x: number, y: number, side: 0 | 1) => boolean;
  /** The maximum number of long loops; links are removed until it is reached. `any` leaves the links as they are. */
  loops?: number | 'any';
  /** Distance from a dot at which the strand passes a side without a link, in dot distances. */
  radius?: number;
}

/** One quarter of a dot's outline, in the direction in which the strand runs through it. */
export interface Step {
  x: number;
  y: number;
  side: Side;
  isClockwise: boolean;
}

export type Loop = readonly Step[];

export interface Weave {
  columns: number;
  rows: number;
  radius: number;
  has: (x: number, y: number) => boolean;
  isLinked: (x: number, y: number, side: Side) => boolean;
  loops: readonly Loop[];
  /** Index of the loop that a quarter belongs to. */
  loopAt: (x: number, y: number, side: Side) => number | undefined;
}

const defaultRadius = 0.36;

/** Returns the loops around more than one dot. A ring around a single dot has four quarters. */
export function listLongLoops({ loops }: Pick<Weave, 'loops'>): Loop[] {
  return loops.filter((loop) => loop.length > 4);
}

export function createWeave(spec: WeaveSpec): Weave {
  const links = collectLinks(spec);
  const wanted = spec.loops ?? 1;
  let traced = traceLoops(spec, links);
  while (wanted !== 'any' && listLongLoops(traced).length > wanted) {
    const dropped = removeOneLink(traced, links);
    if (!dropped) break;
    traced = traceLoops(spec, links);
  }
  return { ...traced, columns: spec.columns, rows: spec.rows, radius: spec.radius ?? defaultRadius };
}

/** `x,y,side` of every link, side being 0 (right) or 1 (down), horizontal ones first. */
function collectLinks(spec: WeaveSpec): Set<string> {
  const links = new Set<string>();
  for (const side of [0, 1] as const) {
    const { x: dx, y: dy } = getDirection(side);
    for (const { x, y } of listCells(spec)) {
      if (!hasDot(spec, x, y) || !hasDot(spec, x + dx, y + dy)) continue;
      if (spec.link?.(x, y, side) ?? true) links.add(`${x},${y},${side}`);
    }
  }
  return links;
}

/** Dots row by row. */
export function* listCells({ columns, rows }: Pick<WeaveSpec, 'columns' | 'rows'>) {
  for (let y = 0; y < rows; y++) for (let x = 0; x < columns; x++) yield { x, y };
}

function hasDot(spec: WeaveSpec, x: number, y: number): boolean {
  const isInside = x >= 0 && y >= 0 && x < spec.columns && y < spec.rows;
  return isInside && (spec.has?.(x, y) ?? true);
}

function isLinkedAt(links: ReadonlySet<string>, step: { x: number; y: number; side: Side }): boolean {
  const { x, y, side } = step;
  if (side < 2) return links.has(`${x},${y},${side}`);
  const { x: dx, y: dy } = getDirection(side);
  return links.has(`${x + dx},${y + dy},${side - 2}`);
}

type Traced = Omit<Weave, 'columns' | 'rows' | 'radius'>;

function traceLoops(spec: WeaveSpec, links: ReadonlySet<string>): Traced {
  const loopIndexes = new Map<string, number>();
  const loops: Step[][] = [];
  for (const { x, y } of listCells(spec)) {
    if (!hasDot(spec, x, y)) continue;
    for (const side of [0, 1, 2, 3] as const) {
      if (loopIndexes.has(`${x},${y},${side}`)) continue;
      const loop = followStrand({ x, y, side, isClockwise: true }, links);
      for (const step of loop) loopIndexes.set(`${step.x},${step.y},${step.side}`, loops.length);
      loops.push(loop);
    }
  }
  return {
    loops,
    has: (x, y) => hasDot(spec, x, y),
    isLinked: (x, y, side) => isLinkedAt(links, { x, y, side }),
    loopAt: (x, y, side) => loopIndexes.get(`${x},${y},${side}`),
  };
}

function followStrand(first: Step, links: ReadonlySet<string>): Step[] {
  const loop: Step[] = [];
  let step = first;
  do {
    loop.push(step);
    step = getNextStep(step, links);
  } while (step.x !== first.x || step.y !== first.y || step.side !== first.side);
  return loop;
}

/** At a link the strand crosses to the neighbour and turns the other way; without a link it stays at its dot. */
function getNextStep({ x, y, side, isClockwise }: Step, links: ReadonlySet<string>): Step {
  const reached = isClockwise ? rotateSide(side, 1) : side;
  if (!isLinkedAt(links, { x, y, side: reached })) {
    return { x, y, side: isClockwise ? reached : rotateSide(side, -1), isClockwise };
  }
  const { x: dx, y: dy } = getDirection(reached);
  const entered = rotateSide(reached, 2);
  return { x: x + dx, y: y + dy, side: isClockwise ? rotateSide(entered, -1) : entered, isClockwise: !isClockwise };
}

/** Two loops that cross become one when their crossing is opened. */
function removeOneLink({ loops, loopAt }: Traced, links: Set<string>): boolean {
  for (const link of links) {
    const [x = 0, y = 0, side = 0] = link.split(',').map(Number);
    const one = loopAt(x, y, rotateSide(side as Side, -1));
    const other = loopAt(x, y, side as Side);
    if (one === other || one === undefined || other === undefined) continue;
    if ((loops[one]?.length ?? 0) < 4 || (loops[other]?.length ?? 0) < 4) continue;
    links.delete(link);
    return true;
  }
  return false;
}
