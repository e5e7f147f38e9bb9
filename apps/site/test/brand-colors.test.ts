import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type BrandColors, createBrandTokens } from '@threadline/design-tokens/brand-colors';
import { beforeAll, expect, inject, test } from 'vitest';
import { editSnapshot } from './edit-snapshot.ts';
import { loadRenderer, type Renderer } from './load-renderer.ts';

let renderer: Renderer;
beforeAll(async () => {
  renderer = await loadRenderer();
});

const brand = { primary: '#7a1f5c', accent: '#3a9d5d' };
const branded = editSnapshot(inject('snapshot'), { 'site.brand': { colors: brand } });

/** Returns the hex values of all tokens. */
function listTokenColors(chosen: BrandColors): string[] {
  const { colors, art } = createBrandTokens(chosen);
  return [...Object.values(colors), ...Object.values(art)].flatMap(({ light, dark }) => [light, dark]);
}

const retained = new Set(listTokenColors(brand));
const replaced = new Set(listTokenColors({ primary: '', accent: '' }).filter((hex) => !retained.has(hex)));
const findReplaced = (text: string) => (text.match(/#[0-9a-f]{6}\b/g) ?? []).filter((hex) => replaced.has(hex));

test('in the colours of an owner, no page and no drawing has a colour of the design that is replaced', async () => {
  const routes = renderer.routes(branded).filter((route) => /\/$|\.svg$|\.webmanifest$/.test(route));
  for (const route of routes) {
    const { body } = await renderer.render(route, branded);
    // The sheet declares the tokens of the design, and a rule after it those of the owner.
    const text = new TextDecoder().decode(body).replace(/:root\{color-scheme:light dark;--color-canvas:[^}]*\}/, '');
    expect(findReplaced(text), route).toEqual([]);
  }
});

test('a page shows the drawings that the same release has', async () => {
  const routes = renderer.routes(branded);
  for (const route of routes.filter((each) => each.endsWith('/'))) {
    const { body } = await renderer.render(route, branded);
    const drawings = new TextDecoder().decode(body).match(/\/art\/[\w-]+\.[0-9a-f]{8}\.svg/g) ?? [];
    expect(
      drawings.filter((url) => !routes.includes(url)),
      route,
    ).toEqual([]);
  }
});

test('no style sheet repeats a colour that an owner can replace', () => {
  const sources = path.join(import.meta.dirname, '../src');
  const found = globSync('**/*.{css,astro,tsx}', { cwd: sources }).flatMap((file) =>
    findReplaced(readFileSync(path.join(sources, file), 'utf8')).map((hex) => `${file} ${hex}`),
  );
  expect(found).toEqual([]);
});
