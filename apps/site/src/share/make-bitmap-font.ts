/**
 * Makes `bitmap-font.json`, of which the pictures of shared links are put together: the background, and every letter as pixels.
 * Run `node apps/site/src/share/make-bitmap-font.ts` after a change of the drawing, the typeface or the colours; the file is committed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { deflateSync } from 'node:zlib';
import { drawGrowingStair } from '@threadline/artwork/scenes/hero';
import { drawLogo } from '@threadline/artwork/scenes/ornaments';
import { inlineLightColors } from '@threadline/artwork/svg-file';
import { fontSubsets } from '../../../../packages/design-tokens/src/fonts/glyphs.ts';
import type { Parts, TypeSize } from './bitmap-font.ts';
import { height, inkSteps, width } from './bitmap-font.ts';

const folder = new URL('../..', import.meta.url);
// The site itself touches neither pixels nor browsers: both are borrowed from the apps that have them.
const sharp = createRequire(new URL('../api/package.json', folder))('sharp');
const { chromium } = createRequire(new URL('../e2e/package.json', folder))('playwright-core');
const letters = Object.values(fontSubsets).join('');
const sizes = [68, 54, 34];
/** The edges of the drawing need many shades; letters need the rest of the 256. */
const backgroundColors = 64;

async function background(): Promise<Pick<Parts, 'palette' | 'background'>> {
  const stair = drawGrowingStair();
  const logo = drawLogo('#fff', 'var(--color-band)');
  const svg = inlineLightColors(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="none" stroke-linecap="round"><rect width="${width}" height="${height}" fill="var(--color-band)"/><svg x="80" y="72" width="44" height="66" viewBox="${logo.viewBox}">${logo.body}</svg><svg x="560" width="640" height="${height}" viewBox="${stair.viewBox}" preserveAspectRatio="${stair.fit}">${stair.body}</svg></svg>`,
  );
  const { data } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const colorAt = (index: number): string => data.subarray(index * 3, index * 3 + 3).toString('hex');
  const uses = new Map<string, number>();
  for (let index = 0; index < width * height; index++) uses.set(colorAt(index), (uses.get(colorAt(index)) ?? 0) + 1);
  const byUse = [...uses].sort(([, one], [, other]) => other - one).map(([color]) => color);
  const palette = byUse.slice(0, backgroundColors);
  const nearest = new Map(byUse.map((color) => [color, nearestIn(palette, color)]));
  const pixels = Uint8Array.from({ length: width * height }, (_, index) => nearest.get(colorAt(index)) ?? 0);
  return { palette, background: packed(pixels) };
}

function nearestIn(palette: readonly string[], color: string): number {
  const parts = (hex: string) => [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const wanted = parts(color);
  const distance = (known: string) => parts(known).reduce((sum, part, at) => sum + (part - (wanted[at] ?? 0)) ** 2, 0);
  return palette.reduce((best, known, index) => (distance(known) < distance(palette[best] ?? '') ? index : best), 0);
}

function packed(pixels: Uint8Array): string {
  return deflateSync(pixels, { level: 9 }).toString('base64');
}

/** Runs in the browser: the letters of one size, drawn in white on black. */
async function drawLetters({ size, letters }: { size: number; letters: string }) {
  const canvas = new OffscreenCanvas(size * 2, size * 2);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  context.font = `600 ${size}px Anek`;
  context.letterSpacing = `${-size * 0.02}px`;
  const drawn = [...letters].map((letter) => {
    const measured = context.measureText(letter);
    const left = Math.floor(-measured.actualBoundingBoxLeft);
    const top = Math.floor(-measured.actualBoundingBoxAscent);
    const columns = Math.max(0, Math.ceil(measured.actualBoundingBoxRight) - left);
    const rows = Math.max(0, Math.ceil(measured.actualBoundingBoxDescent) - top);
    context.fillStyle = '#000';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.fillStyle = '#fff';
    context.fillText(letter, -left, -top);
    const ink = columns * rows === 0 ? [] : [...context.getImageData(0, 0, columns, rows).data];
    return {
      letter,
      advance: measured.width,
      left,
      top,
      columns,
      rows,
      ink: ink.filter((_, index) => index % 4 === 0),
    };
  });
  const kerning: Record<string, number> = {};
  for (const { letter: first, advance } of drawn) {
    for (const { letter: second, advance: next } of drawn) {
      const nearer = Math.round((context.measureText(first + second).width - advance - next) * 10) / 10;
      if (Math.abs(nearer) >= 1) kerning[first + second] = nearer;
    }
  }
  return { drawn, kerning };
}

async function typeSizes(): Promise<TypeSize[]> {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  const page = await browser.newPage();
  for (const subset of Object.keys(fontSubsets)) {
    const font = readFileSync(new URL(`../../packages/design-tokens/src/fonts/anek-${subset}.woff2`, folder));
    const range = [...fontSubsets[subset as keyof typeof fontSubsets]].map(
      (sign) => `U+${sign.codePointAt(0)?.toString(16)}`,
    );
    await page.evaluate(
      async ({ source, range }: { source: string; range: string }) => {
        const face = new FontFace('Anek', `url(${source})`, { weight: '600', unicodeRange: range });
        document.fonts.add(await face.load());
      },
      { source: `data:font/woff2;base64,${font.toString('base64')}`, range: range.join(',') },
    );
  }
  const made: TypeSize[] = [];
  for (const size of sizes) {
    const { drawn, kerning } = await page.evaluate(drawLetters, { size, letters });
    const ink = drawn.flatMap((each: { ink: number[] }) =>
      each.ink.map((value) => Math.round((value / 255) * inkSteps)),
    );
    const glyphs = drawn.map((each: Record<string, number>) => [
      each.letter,
      Math.round((each.advance ?? 0) * 10) / 10,
      each.left,
      each.top,
      each.columns,
      each.rows,
    ]);
    made.push({ size, glyphs, kerning, ink: packed(Uint8Array.from(ink)) } as TypeSize);
  }
  await browser.close();
  return made;
}

const parts: Parts = { ...(await background()), sizes: await typeSizes() };
writeFileSync(new URL('src/share/bitmap-font.json', folder), `${JSON.stringify(parts)}\n`);
