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

async function write(file: string, size: { width: number; height: number }, content: string): Promise<void> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" fill="none" stroke-linecap="round">${inlineLightColors(content)}</svg>`;
  const options = { palette: true, colours: 64, dither: 0, effort: 10 };
  await sharp(Buffer.from(svg))
    .png(options)
    .toFile(new URL(`site/public/${file}`, apps).pathname);
}

await write('apple-touch-icon.png', { width: 180, height: 180 }, nested(drawFavicon(), 'width="180" height="180"'));

mkdirSync(thumbnailFolder, { recursive: true });
for (const name of Object.keys(artNames).filter(isArtName))
  writeFileSync(new URL(`${name}.svg`, thumbnailFolder), renderThumbnail(name));
