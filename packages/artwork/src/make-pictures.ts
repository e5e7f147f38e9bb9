/**
 * Draws the home screen icon, which must be a PNG, and the thumbnails of the drawings for the admin. Run `node
 * packages/artwork/src/make-pictures.ts` after a change of a drawing and commit the files.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { artNames, isArtName } from '@threadline/schema/primitives/art';
import type { Scene } from './draw.ts';
import { drawFavicon } from './scenes/ornaments.ts';
import { inlineLightColors } from './svg-file.ts';
import { renderThumbnail, thumbnailFolder } from './thumbnails.ts';

const apps = new URL('../../../apps/', import.meta.url);
// Only this script creates raster images, so it uses the image library of the API.
const sharp = createRequire(new URL('api/package.json', apps))('sharp');

function nested({ viewBox, fit, body }: Scene, place: string): string {
  return `<svg ${place} viewBox="${viewBox}" preserveAspectRatio="${fit}">${body}</svg>`;
}

/** Draws the icon with few colours, which the site replaces by those of the brand. */
async function drawHomeScreenIcon(): Promise<Buffer> {
  const content = inlineLightColors(nested(drawFavicon(), 'width="180" height="180"'));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="180" height="180" fill="none" stroke-linecap="round">${content}</svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 64, dither: 0, effort: 10 }).toBuffer();
}

const icon = { png: (await drawHomeScreenIcon()).toString('base64') };
writeFileSync(new URL('site/src/seo/home-screen-icon.json', apps), `${JSON.stringify(icon)}\n`);

mkdirSync(thumbnailFolder, { recursive: true });
for (const name of Object.keys(artNames).filter(isArtName))
  writeFileSync(new URL(`${name}.svg`, thumbnailFolder), renderThumbnail(name));
