/**
 * Draws the pictures that must be PNG: the icon of home screens, and what is shown of a shared link.
 * Run `node apps/site/src/art/make-pictures.ts` after a change of these drawings; the files are committed.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Scene } from './draw.ts';
import { growingStair } from './scenes/hero.ts';
import { favicon, mark } from './scenes/ornaments.ts';

const folder = new URL('../../', import.meta.url);
// The site itself never touches pixels: the image library is borrowed from the app that has it.
const sharp = createRequire(new URL('../api/package.json', folder))('sharp');
const tokensCss = readFileSync(new URL('../../packages/design-tokens/src/tokens.css', folder), 'utf8');

/** The colours of the light scheme in place of the tokens. */
function withColors(markup: string): string {
  return markup.replace(/var\((--[\w-]+)\)/g, (_all, name: string) => {
    const value = new RegExp(`${name}: (?:light-dark\\()?([^,;)]+)`).exec(tokensCss)?.[1];
    if (!value) throw new Error(`${name} is not a token.`);
    return value;
  });
}

function nested({ viewBox, fit, body }: Scene, place: string): string {
  return `<svg ${place} viewBox="${viewBox}" preserveAspectRatio="${fit}">${body}</svg>`;
}

async function write(file: string, size: { width: number; height: number }, content: string): Promise<void> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" fill="none" stroke-linecap="round">${withColors(content)}</svg>`;
  const options = { palette: true, colours: 64, dither: 0, effort: 10 };
  await sharp(Buffer.from(svg))
    .png(options)
    .toFile(new URL(`public/${file}`, folder).pathname);
}

await write('apple-touch-icon.png', { width: 180, height: 180 }, nested(favicon(), 'width="180" height="180"'));
await write(
  'share.png',
  { width: 1200, height: 630 },
  '<rect width="1200" height="630" fill="var(--color-band)"/>' +
    nested(mark('#fff', 'var(--color-band)'), 'x="80" y="80" width="132" height="198"') +
    nested(growingStair(), 'x="420" y="0" width="780" height="630"'),
);
