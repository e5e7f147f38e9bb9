import { createHash } from 'node:crypto';
import { type ArtName, artNames, isArtName } from '@threadline/schema/primitives/art';
import type { Layer, Scene } from './draw.ts';
import { getDrawing } from './drawings.ts';
import { drawFooterBand } from './scenes/ornaments.ts';
import { renderSvgFile } from './svg-file.ts';

/** A drawing as a file, for `<img>`. */
interface ArtFile {
  /** Contains a hash of the drawing, so the file can be cached forever. */
  url: string;
  svg: string;
  width: number;
  height: number;
}

/** A layer of a drawing as a file. */
type LayerFile = ArtFile & Pick<Layer, 'motion'>;

const files = new Map<string, ArtFile>();

/**
 * Returns whether a drawing is published as a file: those of the About blocks and the covers. They are below the first
 * view and would be a third of the landing page. The others inherit colours from the page, or reach beyond their frame.
 */
export function hasArtFile(name: string | undefined): name is ArtName {
  return name !== undefined && isArtName(name) && /^(?:about|cover)-/.test(name);
}

export function getArtFile(name: ArtName): ArtFile {
  return files.get(name) ?? createArtFile(name, getDrawing(name));
}

/** Returns a drawing as one file for each of its layers, bottom to top; nothing for a drawing without layers. */
export function listLayerFiles(name: ArtName): LayerFile[] {
  const { layers, ...scene } = getDrawing(name);
  if (!layers) return [];
  const parts: Layer[] = [{ motion: 'none', body: scene.body }, ...layers];
  return parts.map(({ motion, body }, index) => {
    const key = `${name}-${index}`;
    return { ...(files.get(key) ?? createArtFile(key, { ...scene, body })), motion };
  });
}

export function getFooterBandFile(): ArtFile {
  return files.get('footer-band') ?? createArtFile('footer-band', drawFooterBand());
}

/** Returns every drawing that is published as a file. */
export function listArtFiles(): ArtFile[] {
  const names = Object.keys(artNames).filter(hasArtFile);
  return [...names.map(getArtFile), ...names.flatMap(listLayerFiles), getFooterBandFile()];
}

function createArtFile(name: string, scene: Scene): ArtFile {
  const svg = renderSvgFile(scene);
  const [, , width = 0, height = 0] = scene.viewBox.split(' ').map(Number);
  const file = { url: createHashedUrl(name, svg), svg, width, height };
  files.set(name, file);
  return file;
}

/** Returns the address under which a drawing with this content is published. */
export function createHashedUrl(name: string, svg: string): string {
  return `/art/${name}.${createHash('sha256').update(svg).digest('hex').slice(0, 8)}.svg`;
}
