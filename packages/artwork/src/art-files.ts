import { createHash } from 'node:crypto';
import type { BrandColors } from '@threadline/design-tokens/brand-colors';
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

/** Files by drawing and colours. A preview renders them in each colour that an editor tries. */
const files = new Map<string, ArtFile>();
const maxFiles = 500;

/**
 * Returns whether a drawing is published as a file: those of the About blocks and the covers. They are below the first
 * view and would be a third of the landing page. The others inherit colours from the page, or reach beyond their frame.
 */
export function hasArtFile(name: string | undefined): name is ArtName {
  return name !== undefined && isArtName(name) && /^(?:about|cover)-/.test(name);
}

export function getArtFile(name: ArtName, brand: BrandColors): ArtFile {
  return createArtFile({ name, brand, getScene: () => getDrawing(name) });
}

/** Returns a drawing as one file for each of its layers, bottom to top; nothing for a drawing without layers. */
export function listLayerFiles(name: ArtName, brand: BrandColors): LayerFile[] {
  const { layers, ...scene } = getDrawing(name);
  if (!layers) return [];
  const parts: Layer[] = [{ motion: 'none', body: scene.body }, ...layers];
  return parts.map(({ motion, body }, index) => {
    const file = createArtFile({ name: `${name}-${index}`, brand, getScene: () => ({ ...scene, body }) });
    return { ...file, motion };
  });
}

export function getFooterBandFile(brand: BrandColors): ArtFile {
  return createArtFile({ name: 'footer-band', brand, getScene: drawFooterBand });
}

/** Returns every drawing that is published as a file, in the colours that an owner has chosen. */
export function listArtFiles(brand: BrandColors): ArtFile[] {
  const names = Object.keys(artNames).filter(hasArtFile);
  return [
    ...names.map((name) => getArtFile(name, brand)),
    ...names.flatMap((name) => listLayerFiles(name, brand)),
    getFooterBandFile(brand),
  ];
}

interface FileInput {
  name: string;
  brand: BrandColors;
  getScene: () => Scene;
}

function createArtFile({ name, brand, getScene }: FileInput): ArtFile {
  const key = `${name} ${brand.primary} ${brand.accent}`;
  const known = files.get(key);
  if (known) return known;
  const scene = getScene();
  const svg = renderSvgFile(scene, { brand });
  const [, , width = 0, height = 0] = scene.viewBox.split(' ').map(Number);
  const file = { url: createHashedUrl(name, svg), svg, width, height };
  if (files.size >= maxFiles) files.clear();
  files.set(key, file);
  return file;
}

/** Returns the address under which a drawing with this content is published. */
export function createHashedUrl(name: string, svg: string): string {
  return `/art/${name}.${createHash('sha256').update(svg).digest('hex').slice(0, 8)}.svg`;
}
