import { readFileSync } from 'node:fs';
import { getChainTileUrl } from '@threadline/artwork/chain-tile';
import { expect, test } from 'vitest';

test('the style sheet holds the tile that the engine draws', () => {
  const css = readFileSync(new URL('./chain-tile.css', import.meta.url), 'utf8');
  expect(css).toContain(getChainTileUrl());
});
