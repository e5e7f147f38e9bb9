import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { type BrandColors, recolor } from '@threadline/design-tokens/brand-colors';
import partsJson from './bitmap-font.json' with { type: 'json' };
import { breakLines, height, inkSteps, layOutLine, type Parts, readFont, type Type, width } from './bitmap-font.ts';
import { encodePng } from './png.ts';

const parts = partsJson as unknown as Parts;
const left = 80;
/** The drawing begins after it. */
const maxLinePx = 600;
const maxLines = 4;
const nameLine = { x: 144, y: 117 };
const firstLine = 262;
const leading = 1.12;

/** Loaded with the first picture: most renders never need it. */
let loaded: { background: Uint8Array; types: Type[]; palette: string[]; firstInk: number } | undefined;

function load() {
  loaded ??= {
    background: inflateSync(Buffer.from(parts.background, 'base64')),
    types: parts.sizes.map(readFont),
    palette: [...parts.palette, ...createInkColors()],
    firstInk: parts.palette.length - 1,
  };
  return loaded;
}

/** From the colour behind the letters to white. */
function createInkColors(): string[] {
  const ground = [0, 2, 4].map((at) => Number.parseInt((parts.palette[0] ?? '').slice(at, at + 2), 16));
  return Array.from({ length: inkSteps }, (_, step) =>
    ground
      .map((part) => Math.round(part + ((255 - part) * (step + 1)) / inkSteps))
      .map((part) => part.toString(16).padStart(2, '0'))
      .join(''),
  );
}

/** The text of a picture. */
export interface Share {
  title: string;
  name: string;
  /** Left out without chosen colours. */
  colors?: BrandColors;
}

/** Changes with the drawing, the letters and the colours. */
const version = createHash('sha256').update(JSON.stringify(partsJson)).digest('hex');

/** Returns the path of the picture. Its name is a hash of the text and the bitmap font. */
export function getSharePath({ title, name, colors }: Share): string {
  const hash = createHash('sha256').update(JSON.stringify([title, name, version, ...(colors ? [colors] : [])]));
  return `/share/${hash.digest('hex').slice(0, 8)}.png`;
}

/** Renders the picture of a shared link as PNG, 1200 by 630: the title of the page in the style of the site. */
export function renderSharePicture({ title, name, colors }: Share): Uint8Array {
  const { background, types, palette: own, firstInk } = load();
  const palette = colors ? own.map((hex) => recolor(`#${hex}`, colors).slice(1)) : own;
  const [large, medium, small] = types as [Type, Type, Type];
  const pixels = new Uint8Array(background);
  const type = breakLines(large, title, maxLinePx).length <= maxLines ? large : medium;
  const lines = breakLines(type, title, maxLinePx).slice(0, maxLines + 1);
  drawLine(pixels, firstInk, { type: small, line: name, ...nameLine });
  lines.forEach((line, index) => {
    drawLine(pixels, firstInk, { type, line, x: left, y: Math.round(firstLine + index * type.size * leading) });
  });
  return encodePng(pixels, palette, width);
}

function drawLine(pixels: Uint8Array, firstInk: number, at: { type: Type; line: string; x: number; y: number }): void {
  for (const { letter, x } of layOutLine(at.type, at.line)) {
    for (let index = 0; index < letter.ink.length; index++) {
      const step = letter.ink[index] ?? 0;
      const column = at.x + x + letter.left + (index % letter.columns);
      const row = at.y + letter.top + Math.floor(index / letter.columns);
      if (step > 0 && column < width && row < height) pixels[row * width + column] = firstInk + step;
    }
  }
}
