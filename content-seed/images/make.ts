/**
 * Draws the seed images of the library: kolam patterns in the colours of the site. Run `node
 * content-seed/images/make.ts` after a change of this folder and commit the files; no build step runs it.
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Pattern, patterns } from './patterns.ts';

// This folder is data and has no dependencies of its own, so it uses the image library of the API.
const sharp = createRequire(new URL('../../apps/api/package.json', import.meta.url))('sharp');

/** A point or a direction, in steps of the dot grid. */
type Vector = readonly [x: number, y: number];

const east: Vector = [1, 0];
const south: Vector = [0, 1];
const west: Vector = [-1, 0];
const north: Vector = [0, -1];
/** Pairs of neighbouring sides, clockwise: a quarter turn of the thread leads from the first to the second. */
const quarterTurns = [
  [east, south],
  [south, west],
  [west, north],
  [north, east],
] as const;

const linkedReach = 0.5;
const looseReach = 0.36;

function add(a: Vector, b: Vector, times = 1): Vector {
  return [a[0] + b[0] * times, a[1] + b[1] * times];
}

function exists({ columns, rows, has }: Pattern, [x, y]: Vector): boolean {
  return x >= 0 && y >= 0 && x < columns && y < rows && has(x, y);
}

/** Half of a quarter turn, seen from one of its ends: the position of the thread and its control point. */
function turnEnd({ linked, from, to }: { linked: boolean; from: Vector; to: Vector }, pull: number) {
  const point = add([0, 0], from, linked ? linkedReach : looseReach);
  // A link is crossed at 45 degrees; without a neighbour the thread stays on a circle around its dot.
  const direction = linked ? add([0, 0], add(to, from, -1), Math.SQRT1_2) : to;
  return { point, handle: add(point, direction, pull) };
}

/** The closed thread around the dot at `center`, as SVG path data. */
function loopAround(pattern: Pattern, center: Vector): string {
  const write = (offset: Vector) => pixel(pattern, add(center, offset));
  const turns = quarterTurns.map(([from, to]) => {
    const fromLinked = exists(pattern, add(center, from));
    const toLinked = exists(pattern, add(center, to));
    const pull = fromLinked && toLinked ? 0.17 : fromLinked || toLinked ? 0.235 : 0.199;
    return [
      turnEnd({ linked: fromLinked, from, to }, pull),
      turnEnd({ linked: toLinked, from: to, to: from }, pull),
    ] as const;
  });
  const start = turns[0]?.[0].point ?? east;
  const curves = turns.map(([from, to]) => `C${write(from.handle)} ${write(to.handle)} ${write(to.point)}`);
  return `M${write(start)}${curves.join('')}Z`;
}

function pixel({ first, step }: Pattern, [x, y]: Vector): string {
  return `${(first[0] + x * step).toFixed(1)} ${(first[1] + y * step).toFixed(1)}`;
}

/** Short pieces of the thread that lie on top where two loops cross; `halfLength` in steps. */
function crossings(pattern: Pattern, dots: Vector[], halfLength: number): string[] {
  const piece = (middle: Vector, end: Vector) =>
    `M${pixel(pattern, add(middle, end, -halfLength))}L${pixel(pattern, add(middle, end, halfLength))}`;
  // Rising for level links, falling for upright ones: so the thread goes over and under in turn.
  return dots.flatMap((dot) => [
    exists(pattern, add(dot, east)) ? piece(add(dot, east, 0.5), [1, -1]) : '',
    exists(pattern, add(dot, south)) ? piece(add(dot, south, 0.5), [1, 1]) : '',
  ]);
}

/** The whole picture. Order matters: fills, thread, gaps at the crossings, upper thread, dots. */
function drawing(pattern: Pattern): string {
  const { width, height, step, colours } = pattern;
  const cells: Vector[] = [];
  for (let y = 0; y < pattern.rows; y++) for (let x = 0; x < pattern.columns; x++) cells.push([x, y]);
  const dots = cells.filter((cell) => exists(pattern, cell));
  const loops = dots.map((dot) => ({ path: loopAround(pattern, dot), fill: pattern.fill(...dot) }));
  const thread = loops.map(({ path }) => path);
  const points = (list: readonly Vector[]) => list.map((dot) => `M${pixel(pattern, dot)}h0`);
  const line = (
    paths: string[],
    { colour, thickness, cap = 'butt' }: { colour: string; thickness: number; cap?: string },
  ) =>
    `<path d="${paths.join('')}" fill="none" stroke="${colour}" stroke-width="${thickness * step}" stroke-linecap="${cap}"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<rect width="100%" height="100%" fill="${colours.field}"/>`,
    line(points(pattern.plan ?? []), { colour: colours.plan ?? colours.dot, thickness: 0.12, cap: 'round' }),
    ...loops.map(({ path, fill }) => `<path d="${path}" fill="${fill}"/>`),
    line(thread, { colour: colours.thread, thickness: 0.16 }),
    line(crossings(pattern, dots, 0.1), { colour: colours.field, thickness: 0.28 }),
    line(crossings(pattern, dots, 0.12), { colour: colours.thread, thickness: 0.16 }),
    line(points(dots), { colour: colours.dot, thickness: 0.2, cap: 'round' }),
    '</svg>',
  ].join('');
}

for (const pattern of patterns) {
  const image = await sharp(Buffer.from(drawing(pattern)))
    .webp({ lossless: true, effort: 6 })
    .toBuffer();
  writeFileSync(new URL(pattern.file, import.meta.url), image);
}
