import { expect, test } from 'vitest';
import { getArtFile, listLayerFiles } from './art-files.ts';
import { getDrawing } from './drawings.ts';

test('the layers of a drawing are files that together show all of it, in the same box', () => {
  const whole = getArtFile('about-weave');
  const layers = listLayerFiles('about-weave');
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
  expect(listLayerFiles('cover-audit')).toEqual([]);
});
