import { type BrandColors, createBrandTokens, recolorFile } from '@threadline/design-tokens/brand-colors';
import { expect, test } from 'vitest';
import { getArtFile, getFooterBandFile, listArtFiles, listLayerFiles } from './art-files.ts';
import { getDrawing } from './drawings.ts';
import { noBrand } from './svg-file.ts';

test('the layers of a drawing are files that together show all of it, in the same box', () => {
  const whole = getArtFile('about-weave', noBrand);
  const layers = listLayerFiles('about-weave', noBrand);
  expect(layers.map(({ motion }) => motion)).toEqual(['none', 'slide', 'none']);
  const { body, layers: parts = [] } = getDrawing('about-weave');
  for (const [index, part] of [body, ...parts.map((layer) => layer.body)].entries()) {
    expect(whole.svg).toContain(part);
    expect(layers[index]?.svg).toContain(part);
    expect(layers[index]).toMatchObject({ width: whole.width, height: whole.height });
  }
  expect(new Set([whole, ...layers].map(({ url }) => url)).size).toBe(4);
});

test('a drawing without layers is one file', () => {
  expect(listLayerFiles('cover-audit', noBrand)).toEqual([]);
});

/** Returns the hex values of all tokens. */
function listTokenColors(brand: BrandColors): string[] {
  const { colors, art } = createBrandTokens(brand);
  return [...Object.values(colors), ...Object.values(art)].flatMap(({ light, dark }) => [light, dark]);
}

test('in the colours of an owner, no file has a colour of the design that is replaced', () => {
  const brand = { primary: '#7a1f5c', accent: '#3a9d5d' };
  const retained = new Set(listTokenColors(brand));
  const replaced = new Set(listTokenColors(noBrand).filter((hex) => !retained.has(hex)));
  const left = listArtFiles(brand).flatMap(({ url, svg }) =>
    (svg.match(/#[0-9a-f]{6}/g) ?? []).filter((hex) => replaced.has(hex)).map((hex) => `${url} ${hex}`),
  );
  expect(left).toEqual([]);
  expect(getFooterBandFile(brand).url).not.toBe(getFooterBandFile(noBrand).url);
});

test('a finished file is recoloured to what is drawn in the colours of an owner', () => {
  const brand = { primary: '#7a1f5c', accent: '#3a9d5d' };
  const recolored = listArtFiles(noBrand).map(({ svg }) => recolorFile(svg, brand));
  expect(recolored).toEqual(listArtFiles(brand).map(({ svg }) => svg));
});
