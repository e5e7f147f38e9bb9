/** A dot's four sides, clockwise from the right. */
export type Side = 0 | 1 | 2 | 3;

export interface Point {
  x: number;
  y: number;
}

/** A cubic Bézier curve, in dot distances, relative to the centre of its dot. */
export interface Curve {
  from: Point;
  control1: Point;
  control2: Point;
  to: Point;
}

const outward: readonly [Point, Point, Point, Point] = [
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
  { x: 0, y: -1 },
];

export function getDirection(side: Side): Point {
  return outward[side];
}

/** Returns the side that is `quarters` quarter turns further, clockwise. */
export function rotateSide(side: Side, quarters: number): Side {
  return ((((side + quarters) % 4) + 4) % 4) as Side;
}

/** Two strands meet half way at 45 degrees, so that they join smoothly. */
const meetingDistance = 0.5;

// Length of the control points, found by eye: a strand stays round next to a crossing.
const reachBetweenCrossings = 0.17;
const reachIntoCrossing = 0.235;
const reachOfCircle = 0.5523;

interface Quarter {
  side: Side;
  isStartLinked: boolean;
  isEndLinked: boolean;
  /** Distance from the dot where the strand passes a side without a neighbour. */
  radius: number;
}

/** The strand round a dot from `side` to the next side, clockwise. */
export function createQuarterArc({ side, isStartLinked, isEndLinked, radius }: Quarter): Curve {
  const start = getDirection(side);
  const end = getDirection(rotateSide(side, 1));
  const onwards = getDirection(rotateSide(side, 2));
  const from = scaled(start, isStartLinked ? meetingDistance : radius);
  const to = scaled(end, isEndLinked ? meetingDistance : radius);
  const leaving = isStartLinked ? diagonal(start, -1, end) : end;
  const arriving = isEndLinked ? diagonal(end, 1, onwards) : onwards;
  let reach = reachIntoCrossing;
  if (isStartLinked && isEndLinked) reach = reachBetweenCrossings;
  if (!isStartLinked && !isEndLinked) reach = radius * reachOfCircle;
  return { from, control1: added(from, scaled(leaving, reach)), control2: added(to, scaled(arriving, -reach)), to };
}

export function reverseCurve({ from, control1, control2, to }: Curve): Curve {
  return { from: to, control1: control2, control2: control1, to: from };
}

/** The first part of a curve, `share` of it (0 to 1), by de Casteljau. */
export function splitCurve({ from, control1, control2, to }: Curve, share: number): Curve {
  const a = between(from, control1, share);
  const b = between(control1, control2, share);
  const c = between(control2, to, share);
  const ab = between(a, b, share);
  const bc = between(b, c, share);
  return { from, control1: a, control2: ab, to: between(ab, bc, share) };
}

function scaled(point: Point, factor: number): Point {
  return { x: point.x * factor, y: point.y * factor };
}

function added(one: Point, other: Point): Point {
  return { x: one.x + other.x, y: one.y + other.y };
}

function between(one: Point, other: Point, share: number): Point {
  return added(one, scaled(added(other, scaled(one, -1)), share));
}

function diagonal(along: Point, sign: number, across: Point): Point {
  return scaled(added(scaled(along, sign), across), Math.SQRT1_2);
}
