import { expect, test } from 'vitest';
import { createLoopPath, createOverPath } from './strands.ts';
import { createWeave, listLongLoops } from './weave.ts';

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
}

test.each([
  [2, 3],
  [4, 4],
  [6, 4],
  [9, 6],
  [17, 15],
])('a full grid of %i x %i has as many loops as its greatest common divisor', (columns, rows) => {
  const { loops } = createWeave({ columns, rows, loops: 'any' });
  expect(loops).toHaveLength(greatestCommonDivisor(columns, rows));
});

test('links are dropped until one loop remains', () => {
  expect(listLongLoops(createWeave({ columns: 6, rows: 6 }))).toHaveLength(1);
});

test('every quarter of every dot belongs to exactly one loop', () => {
  const { loops } = createWeave({ columns: 5, rows: 4, has: (x, y) => x + y > 0 });
  const quarters = loops.flat().map(({ x, y, side }) => `${x},${y},${side}`);
  expect(quarters).toHaveLength((5 * 4 - 1) * 4);
  expect(new Set(quarters).size).toBe(quarters.length);
});

test('a frame of 10 x 7 round an opening of 6 x 3 has two loops of equal length', () => {
  const frame = createWeave({ columns: 10, rows: 7, has: (x, y) => !(x > 1 && x < 8 && y > 1 && y < 5), loops: 'any' });
  const [one, other] = listLongLoops(frame);
  expect(listLongLoops(frame)).toHaveLength(2);
  expect(one?.length).toBe(other?.length);
});

test('dots without links are rings of their own', () => {
  const { loops } = createWeave({ columns: 3, rows: 1, link: () => false });
  expect(loops.map((loop) => loop.length)).toEqual([4, 4, 4]);
});

test('a loop is one closed subpath that ends where it began', () => {
  const knot = createWeave({ columns: 3, rows: 2 });
  const path = createLoopPath(knot, knot.loops[0] ?? []);
  expect(path.match(/M/g)).toHaveLength(1);
  expect(path.endsWith('z')).toBe(true);
  const steps = [...path.matchAll(/c([^cz]+)/g)].map(
    ([, part]) => (part ?? '').match(/-?(?:\d*\.)?\d+/g)?.map(Number) ?? [],
  );
  expect(steps.every((step) => step.length === 6)).toBe(true);
  for (const axis of [4, 5]) {
    // One decimal for each coordinate: what rounding adds up to stays below one unit.
    expect(Math.abs(steps.reduce((sum, step) => sum + (step[axis] ?? 0), 0))).toBeLessThan(1);
  }
});

test('the same spec draws the same path', () => {
  const spec = { columns: 7, rows: 5, has: (x: number, y: number) => (x + y) % 5 !== 0 };
  expect(createOverPath(createWeave(spec))).toBe(createOverPath(createWeave(spec)));
});
