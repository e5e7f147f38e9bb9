import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { chainTileUrl } from './chain-tile.ts';

test('the style sheet holds the tile that the engine draws', () => {
  const css = readFileSync(new URL('../styles/chain-tile.css', import.meta.url), 'utf8');
  expect(css).toContain(chainTileUrl());
});
