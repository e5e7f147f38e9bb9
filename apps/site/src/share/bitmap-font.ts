import { inflateSync } from 'node:zlib';

/** Measures that every messenger takes for the large picture of a link. */
export const width = 1200;
export const height = 630;

/** From no ink to all of it: enough for a smooth edge. */
export const inkSteps = 15;

/** Letter, advance, offset of its box from the pen (x, y), size of the box. */
type Glyph = [letter: string, advance: number, left: number, top: number, columns: number, rows: number];

/** The letters in one size, in pixels. */
export interface TypeSize {
  size: number;
  glyphs: Glyph[];
  /** Kerning of a pair, in pixels. */
  kerning: Record<string, number>;
  /** The boxes of all glyphs one after the other, a byte from 0 to `inkSteps` for each pixel; deflated, base64. */
  ink: string;
}

/** What `make-bitmap-font.ts` has drawn. */
export interface Parts {
  /** Six hex digits each; pixels of the background are indexes into it. */
  palette: string[];
  background: string;
  sizes: TypeSize[];
}

interface Letter {
  advance: number;
  left: number;
  top: number;
  columns: number;
  rows: number;
  ink: Uint8Array;
}

/** Letters of one size that can be measured and set. */
export interface Type {
  size: number;
  letters: Map<string, Letter>;
  kerning: Record<string, number>;
}

export function readFont({ size, glyphs, kerning, ink }: TypeSize): Type {
  const all = inflateSync(Buffer.from(ink, 'base64'));
  const letters = new Map<string, Letter>();
  let from = 0;
  for (const [letter, advance, left, top, columns, rows] of glyphs) {
    const next = from + columns * rows;
    letters.set(letter, { advance, left, top, columns, rows, ink: all.subarray(from, next) });
    from = next;
  }
  return { size, letters, kerning };
}

/** Every letter of a line with its distance from the line's start, in pixels. */
export function layOutLine({ letters, kerning }: Type, line: string): { letter: Letter; x: number }[] {
  let x = 0;
  let before = '';
  return [...line].flatMap((sign) => {
    const letter = letters.get(sign);
    if (!letter) return [];
    x += kerning[before + sign] ?? 0;
    const set = { letter, x: Math.round(x) };
    x += letter.advance;
    before = sign;
    return [set];
  });
}

/** Width of a line in pixels. */
export function measureLine(type: Type, line: string): number {
  const last = layOutLine(type, line).at(-1);
  return last ? last.x + last.letter.advance : 0;
}

/** Breaks a text between words where a line would grow wider than `maxPx`. */
export function breakLines(type: Type, text: string, maxPx: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && measureLine(type, longer) <= maxPx) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
