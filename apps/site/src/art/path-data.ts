import type { Curve, Point } from './geometry.ts';

/** All grids are drawn at this distance between dots and scaled: the same shapes are then the same bytes, and compress. */
export const unit = 20;

/** A coordinate with one decimal, as short as SVG allows. */
export function number(value: number): string {
  const text = String(Math.round(value * 10) / 10);
  if (text === '-0') return '0';
  return text.replace(/^(-?)0\./, '$1.');
}

/** Numbers of a path command; a minus sign separates by itself. */
export function numbers(values: readonly number[]): string {
  let text = '';
  for (const value of values) {
    const next = number(value);
    text += text === '' || next.startsWith('-') ? next : ` ${next}`;
  }
  return text;
}

/** A relative cubic command for a curve that begins at the pen. */
export function curveCommand({ from, control1, control2, to }: Curve): string {
  const steps = [control1, control2, to].flatMap(({ x, y }) => [(x - from.x) * unit, (y - from.y) * unit]);
  return `c${numbers(steps)}`;
}

/**
 * Joins closed or single-stroke parts with relative moves, because neighbours then repeat byte for byte.
 * `parts` give where each part begins and ends, in units.
 */
export function joinParts(parts: readonly { start: Point; end: Point; commands: string }[]): string {
  let pen: Point | undefined;
  let path = '';
  for (const { start, end, commands } of parts) {
    path += pen ? `m${numbers([start.x - pen.x, start.y - pen.y])}` : `M${numbers([start.x, start.y])}`;
    path += commands;
    pen = end;
  }
  return path;
}

/** Dots as strokes of no length with round ends. */
export function dotsPath(points: readonly Point[]): string {
  return joinParts(points.map((point) => ({ start: point, end: point, commands: 'h0' })));
}

export function circlePath({ x, y }: Point, radius: number): string {
  const across = number(2 * radius);
  const r = number(radius);
  return `M${numbers([x - radius, y])}a${r} ${r} 0 1 0 ${across} 0a${r} ${r} 0 1 0 -${across} 0`;
}
