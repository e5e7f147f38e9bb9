import { artColors, artFileColors, pageColors, type SchemeColor, sectionColors, sizes } from './tokens.ts';

type NamedColor = [name: string, color: SchemeColor];

const ofPages = [...nameColors('color', pageColors), ...nameColors('art', artColors)];
const ofSections = nameColors('color', sectionColors);
const allColors = [...ofPages, ...ofSections, ...nameColors('art', artFileColors)];

/** The custom properties that every page declares, with their values. */
export const pageProperties: ReadonlyMap<string, string> = new Map([...toCss(ofPages), ...Object.entries(sizes)]);

/** The custom properties that only sections below the first view use. */
export const sectionProperties: ReadonlyMap<string, string> = new Map(toCss(ofSections));

/** All colours as values of custom properties, including those that only drawings in separate files use. */
export const colorProperties: ReadonlyMap<string, string> = new Map(toCss(allColors));

/** The same colours in the light scheme. */
export const lightColors: ReadonlyMap<string, string> = new Map(allColors.map(([name, { light }]) => [name, light]));

/** Returns the colours of a group by custom property, such as `--color-text-muted`. */
export function nameColors(prefix: string, group: Record<string, SchemeColor>): NamedColor[] {
  return Object.entries(group).map(([name, color]) => [
    `--${prefix}-${name.replace(/[A-Z]|\d+/g, (part) => `-${part.toLowerCase()}`)}`,
    color,
  ]);
}

/** Returns the colours as values of custom properties, for both schemes. */
export function toCss(named: readonly NamedColor[]): [string, string][] {
  return named.map(([name, { light, dark }]) => [name, light === dark ? light : `light-dark(${light}, ${dark})`]);
}
