import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import { fontSubsets } from './glyphs.ts';

const require = createRequire(import.meta.url);

const typefaces = {
  // The site uses one width and weight of Anek, and four of the nine weights of Hanken.
  anek: {
    folder: '@fontsource-variable/anek-latin',
    axis: 'wdth',
    axes: { wdth: 112, wght: 600 },
    subsets: ['basic', 'accents', 'indic', 'rupee'],
  },
  hanken: {
    folder: '@fontsource-variable/hanken-grotesk',
    axis: 'wght',
    axes: { wght: { min: 400, max: 700 } },
    subsets: ['basic', 'accents', 'indic'],
  },
} as const;
const sources = { basic: 'latin', accents: 'latin', indic: 'latin-ext', rupee: 'latin-ext' } as const;
/**
 * Tabular figures, and kerning where letters are large enough to show it: in either typeface it takes about a third of
 * the file, which every visitor downloads.
 */
const keepFeatures = { anek: ['kern', 'tnum'], hanken: ['tnum'] };

/** Builds the font files of this folder from the complete typefaces. The same input gives the same bytes. */
export async function makeFonts(): Promise<Map<string, Uint8Array>> {
  const fonts = new Map<string, Uint8Array>();
  for (const [typeface, { folder, axis, axes, subsets }] of Object.entries(typefaces)) {
    const features = keepFeatures[typeface as keyof typeof typefaces];
    const name = folder.slice(folder.indexOf('/') + 1);
    for (const subset of subsets) {
      const whole = await readFile(require.resolve(`${folder}/files/${name}-${sources[subset]}-${axis}-normal.woff2`));
      const options = { targetFormat: 'woff2', variationAxes: axes, keepFeatures: features } as const;
      fonts.set(`${typeface}-${subset}.woff2`, await subsetFont(whole, fontSubsets[subset], options));
    }
  }
  return fonts;
}

// Run `node packages/design-tokens/src/fonts/make-fonts.ts` after a change of these lists, and commit the files.
if (import.meta.main) {
  for (const [name, font] of await makeFonts()) await writeFile(new URL(name, import.meta.url), font);
}
