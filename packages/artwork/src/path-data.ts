import type { Curve, Point } from './geometry.ts';

/**
 * All grids are drawn with this distance between dots and then scaled, so that equal shapes have equal bytes and
 * compress well.
 */
export const unit = 20;

/** A coordinate with one decimal, as short as SVG allows. */
export function formatNumber(value: number): string {
  const text = String(Math.round(value * 10) / 10);
  if (text === '-0') return '0';
  return text.replace(/^(-?)0\./, '$1.');
}

/** Numbers of a path command; a minus sign separates by itself. */
export function formatNumbers(values: readonly number[]): string {
  let text = '';
  for (const value of values) {
    const next = formatNumber(value);
    text += text === '' || next.startsWith('-') ? next : ` ${next}`;
  }
  return text;
}

/** A relative cubic command for a curve that begins at the pen. */
export function formatCurve({ from, control1, control2, to }: Curve): string {
  const steps = [control1, control2, to].flatMap(({ x, y }) => [(x - from.x) * unit, (y - from.y) * unit]);
  return `c${formatNumbers(steps)}`;
}

/**
 * Joins closed or single-stroke parts with relative moves, because neighbours then repeat byte for byte.
 * `parts` give where each part begins and ends, in units.
 */
export function joinSubpaths(parts: readonly { start: Point; end: Point; commands: string }[]): string {
  let pen: Point | undefined;
  let path = '';
  for (const { start, end, commands } of parts) {
    path += pen ? `m${formatNumbers([start.x - pen.x, start.y - pen.y])}` : `M${formatNumbers([start.x, start.y])}`;
    path += commands;
    pen = end;
  }
  return path;
}

/** Dots as strokes of no length with round ends. */
export function createDotsPath(points: readonly Point[]): string {
  return joinSubpaths(points.map((point) => ({ start: point, end: point, commands: 'h0' })));
}

export function createCirclePath({ x, y }: Point, radius: number): string {
  const across = formatNumber(2 * radius);
  const r = formatNumber(radius);
  return `M${formatNumbers([x - radius, y])}a${r} ${r} 0 1 0 ${across} 0a${r} ${r} 0 1 0 -${across} 0`;
}
