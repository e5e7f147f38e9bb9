import { createHash } from 'node:crypto';
import { type ArtName, artNames, isArtName } from '@threadline/schema/art';
import { drawingOf } from './catalog.ts';
import type { Scene } from './draw.ts';
import { footerBand } from './scenes/ornaments.ts';
import { declarationsFor } from './tokens.ts';

/** A drawing as a file of its own, for `<img>`. */
interface StandaloneArt {
  /** Changes with the drawing, so the file may be kept for ever. */
  url: string;
  svg: string;
  width: number;
  height: number;
}

const made = new Map<string, StandaloneArt>();

/**
 * Scenes of the About blocks and covers: they stand below the first view and would be a third of the landing page.
 * The others take colours from where they stand, or reach beyond their frame.
 */
export function isStandalone(name: string | undefined): name is ArtName {
  return name !== undefined && isArtName(name) && /^(?:about|cover)-/.test(name);
}

export function standaloneArt(name: ArtName): StandaloneArt {
  return made.get(name) ?? makeArt(name, drawingOf(name));
}

export function footerBandArt(): StandaloneArt {
  return made.get('footer-band') ?? makeArt('footer-band', footerBand());
}

/** Every drawing that is published as a file. */
export function standaloneArts(): StandaloneArt[] {
  return [...Object.keys(artNames).filter(isStandalone).map(standaloneArt), footerBandArt()];
}

/** A file knows nothing of the page's styles: it brings the tokens it uses, for both colour schemes. */
function makeArt(name: string, { viewBox, fit, body }: Scene): StandaloneArt {
  const style = `<style>:root{color-scheme:light dark;${declarationsFor(body)}}</style>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" preserveAspectRatio="${fit}" fill="none" stroke-linecap="round">${style}${body}</svg>\n`;
  const [, , width = 0, height = 0] = viewBox.split(' ').map(Number);
  const art = { url: hashedName(name, svg), svg, width, height };
  made.set(name, art);
  return art;
}

export function hashedName(name: string, svg: string): string {
  return `/art/${name}.${createHash('sha256').update(svg).digest('hex').slice(0, 8)}.svg`;
}
