import { stripTags } from '@threadline/schema/content/preview-tags';
import { formatNumber } from './path-data.ts';
import { createDotPath, createExactOverPath, createLobePath, createOverPath, createThreadPath } from './strands.ts';
import type { Loop, Weave } from './weave.ts';

/** A drawing. It contains only texts that come from the content, so that they can be edited and translated. */
export interface Scene {
  viewBox: string;
  /** `preserveAspectRatio` of the SVG element. */
  fit: string;
  /** The part that a low strip must show completely; the rest of the scene fills the remaining space. */
  compact?: { viewBox: string; fit: string };
  body: string;
  /** Parts above `body`, bottom to top, each of which can be an element of its own. */
  layers?: readonly Layer[];
}

/** A part of a drawing that moves by itself, or stays while the rest moves. */
export interface Layer {
  /**
   * How it enters the view: the parts gather around a centre, the layer slides in from the left, or it appears from left to
   * right. A sheet of text stays sharp while the drawing below it is scaled, and a low strip does not show it: it would be
   * too small to read.
   */
  motion: 'none' | 'gather' | 'slide' | 'wipe' | 'sheet';
  body: string;
}

export interface Lobes {
  color: string;
  where: (x: number, y: number) => boolean;
}

/** How a weave is painted. Widths are in units of the scene, whatever the scale. */
export interface Paint {
  x?: number;
  y?: number;
  scale?: number;
  /** Degrees, about the weave's own origin. */
  rotate?: number;
  thread?: string;
  width?: number;
  /** Colour behind the thread: the gap at each crossing shows it. */
  field?: string;
  /** Width of that gap, in thread widths. */
  gap?: number;
  dot?: string;
  dotWidth?: number;
  lobes?: readonly Lobes[];
  loops?: (loop: Loop) => boolean;
  /** For large threads: share of each quarter over which the over strand follows its exact curve. */
  exact?: number;
}

const round2 = (value: number) => Math.round(value * 100) / 100;

export const everyDot = () => true;
export const evenDots = (x: number, y: number) => (x + y) % 2 === 0;
export const oddDots = (x: number, y: number) => (x + y) % 2 === 1;

export function drawStroke(d: string, color: string, width: number): string {
  return strokeWith(d, `stroke="${color}" stroke-width="${round2(width)}"`);
}

/** A stroke that ends where its path ends. */
export function drawButtStroke(d: string, color: string, width: number): string {
  return strokeWith(d, `stroke="${color}" stroke-width="${round2(width)}" stroke-linecap="butt"`);
}

function strokeWith(d: string, attributes: string): string {
  return d === '' ? '' : `<path d="${d}" ${attributes}/>`;
}

export function drawFill(d: string, color: string): string {
  return d === '' ? '' : `<path d="${d}" fill="${color}"/>`;
}

export function drawRect(
  color: string,
  box: { x?: number; y?: number; width: number; height: number; radius?: number },
): string {
  const { x = 0, y = 0, width, height, radius } = box;
  return `<rect${x ? ` x="${x}"` : ''}${y ? ` y="${y}"` : ''} width="${width}" height="${height}"${radius ? ` rx="${radius}"` : ''} fill="${color}"/>`;
}

interface Lettering {
  x: number;
  y: number;
  size: number;
  color: string;
  /** As in CSS; 400 when left out. */
  weight?: number;
  anchor?: 'end';
  /** Maximum number of characters; longer text is cut. Not needed where the content has the same limit. */
  room?: number;
}

/** Text within a drawing, in the font of the page. */
export function drawText(
  text: string,
  { x, y, size, color, weight, anchor, room = Number.POSITIVE_INFINITY }: Lettering,
): string {
  const whole = stripTags(text);
  const shown = whole.length > room ? `${whole.slice(0, room - 1).trimEnd()}…` : whole;
  const escaped = shown.replace(/[&<]/g, (character) => (character === '&' ? '&amp;' : '&lt;'));
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${color}"${weight ? ` font-weight="${weight}"` : ''}${anchor ? ` text-anchor="${anchor}"` : ''}>${escaped}</text>`;
}

/** Wraps markup in a group when it has to be moved, rotateSide or scaled. */
export function wrapInGroup(place: Pick<Paint, 'x' | 'y' | 'scale' | 'rotate'>, body: string): string {
  const { x = 0, y = 0, scale = 1, rotate = 0 } = place;
  const transforms = [
    x !== 0 || y !== 0 ? `translate(${formatNumber(x)} ${formatNumber(y)})` : '',
    rotate === 0 ? '' : `rotate(${rotate})`,
    scale === 1 ? '' : `scale(${round2(scale)})`,
  ].filter((transform) => transform !== '');
  return transforms.length === 0 ? body : `<g transform="${transforms.join('')}">${body}</g>`;
}

/** Draws lobes, thread, gaps at the crossings, the strands on top and dots, in this order. `below` is drawn first. */
export function drawWeave(figure: Weave, paint: Paint = {}, below = ''): string {
  const { scale = 1, thread = 'var(--art-thread)', width = 3.2, fieldColor, gap, dot, dotWidth } = withDefaults(paint);
  const own = (size: number) => size / scale;
  const over = paint.exact ? createExactOverPath(figure, paint.exact) : createOverPath(figure);
  const lobes = (paint.lobes ?? []).map(({ color, where }) => drawFill(createLobePath(figure, where), color));
  return wrapInGroup(
    paint,
    [
      below,
      ...lobes,
      drawStroke(createThreadPath(figure, paint.loops), thread, own(width)),
      // The round ends of the strands cover the edges of the gap, which would show as hairlines.
      drawButtStroke(over, fieldColor, own(width * gap)),
      drawStroke(over, thread, own(width)),
      dotWidth > 0 ? drawStroke(createDotPath(figure), dot, own(dotWidth)) : '',
    ].join(''),
  );
}

function withDefaults({
  field: fieldColor = 'var(--color-band)',
  gap = 1.75,
  dot = 'var(--art-dot)',
  dotWidth = 4,
  ...rest
}: Paint) {
  return { ...rest, fieldColor, gap, dot, dotWidth };
}
