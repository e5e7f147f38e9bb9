import { type BrandColors, createBrandProperties, recolorMarkup } from '@threadline/design-tokens/brand-colors';
import { lightColors } from '@threadline/design-tokens/custom-properties';
import type { Scene } from './draw.ts';

interface FileOptions {
  local?: Record<string, string>;
  background?: string;
  brand?: BrandColors;
}

/** The colours of the design. */
export const noBrand: BrandColors = { primary: '', accent: '' };

/**
 * Returns a scene as an SVG file. The page's style sheets do not apply to it, so it declares the tokens that it uses,
 * for both colour schemes.
 *
 * @param local custom properties that a page would set around the drawing
 * @param background a CSS colour
 * @param brand the colours that an owner has chosen
 * @throws Error for a custom property that is not a token
 */
export function renderSvgFile(
  { viewBox, fit, body, layers = [] }: Scene,
  { local = {}, background, brand = noBrand }: FileOptions = {},
): string {
  const ground = background ? `background:${background};` : '';
  const markup = recolorMarkup(body + layers.map((layer) => layer.body).join(''), brand);
  const properties = new Map([...createBrandProperties(brand), ...Object.entries(local)]);
  const style = `<style>:root{color-scheme:light dark;${ground}${declareColors(ground + markup, properties)}}</style>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" preserveAspectRatio="${fit}" fill="none" stroke-linecap="round">${style}${markup}</svg>\n`;
}

function declareColors(markup: string, properties: ReadonlyMap<string, string>): string {
  const values = new Map<string, string>();
  const collect = (text: string) => {
    for (const [, name = ''] of text.matchAll(/var\((--[\w-]+)\)/g)) {
      if (values.has(name)) continue;
      const value = properties.get(name);
      if (!value) throw new Error(`${name} is not a token, so an SVG file cannot use it.`);
      values.set(name, value);
      collect(value);
    }
  };
  collect(markup);
  return [...values].map(([name, value]) => `${name}:${value}`).join(';');
}

/** Returns the markup with the light scheme's colours in place of `var(…)`, for renderers without custom properties. */
export function inlineLightColors(markup: string): string {
  return markup.replace(/var\((--[\w-]+)\)/g, (_all, name: string) => {
    const value = lightColors.get(name);
    if (!value) throw new Error(`${name} is not a token.`);
    return value;
  });
}
