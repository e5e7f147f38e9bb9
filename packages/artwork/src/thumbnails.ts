import { colors } from '@threadline/design-tokens/tokens';
import type { ArtName } from '@threadline/schema/primitives/art';
import { getDrawing } from './drawings.ts';
import { renderSvgFile } from './svg-file.ts';

/** The admin has its own copies of the drawings, because it may have no access to the site. */
export const thumbnailFolder = new URL('../../../apps/admin/public/art/', import.meta.url);

/** The colours that the services section gives to its glyphs. */
const glyphColors = {
  '--glyph-field': 'var(--color-surface)',
  '--glyph-thread': 'var(--color-primary)',
  '--glyph-fill': `light-dark(${colors.canvas.light}, ${colors.band.dark})`,
};

/** Returns a drawing as the admin's picker shows it. Hero drawings are pale threads on a dark band in both schemes. */
export function renderThumbnail(name: ArtName): string {
  const background = name.startsWith('hero-') ? 'var(--color-band)' : undefined;
  return renderSvgFile(getDrawing(name), { local: glyphColors, background });
}
