import { colorProperties } from '@threadline/design-tokens/custom-properties';
import type { ArtName } from '@threadline/schema/art';
import { drawingOf } from './catalog.ts';

/** Where the admin finds the thumbnails: files, because it runs where no page of the site may be reachable. */
export const thumbnailFolder = new URL('../../../admin/public/art/', import.meta.url);

/** What the services section tells its glyphs; a file has no section around it. */
const glyphColors: Record<string, string> = {
  '--glyph-field': 'var(--color-surface)',
  '--glyph-thread': 'var(--color-primary)',
  '--glyph-fill': 'light-dark(#fbfcfa, #0d2b4a)',
};

/**
 * A drawing as the admin's picker shows it: a file that brings the tokens it uses along, for both colour schemes.
 *
 * @throws Error for a drawing with a property that is no token
 */
export function artThumbnail(name: ArtName): string {
  const { viewBox, fit, body } = drawingOf(name);
  // The hero is a dark band in both schemes; its drawings are pale threads on it.
  const ground = name.startsWith('hero-') ? 'background:var(--color-band);' : '';
  const style = `<style>:root{color-scheme:light dark;${ground}${declarationsFor(ground + body)}}</style>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" preserveAspectRatio="${fit}" fill="none" stroke-linecap="round">${style}${body}</svg>\n`;
}

function declarationsFor(markup: string): string {
  const values = new Map<string, string>();
  const collect = (text: string) => {
    for (const [, name = ''] of text.matchAll(/var\((--[\w-]+)\)/g)) {
      if (values.has(name)) continue;
      const value = glyphColors[name] ?? colorProperties.get(name);
      if (!value) throw new Error(`${name} is not a token.`);
      values.set(name, value);
      collect(value);
    }
  };
  collect(markup);
  return [...values].map(([name, value]) => `${name}:${value}`).join(';');
}
