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
