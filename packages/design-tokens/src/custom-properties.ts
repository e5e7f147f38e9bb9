import { artColors, artFileColors, colors, type SchemeColor, sizes } from './tokens.ts';

const pageColors = [...nameColors('color', colors), ...nameColors('art', artColors)];
const allColors = [...pageColors, ...nameColors('art', artFileColors)];

/** The custom properties that every page declares, with their values. */
export const pageProperties: ReadonlyMap<string, string> = new Map([
  ...pageColors.map(([name, color]): [string, string] => [name, toCss(color)]),
  ...Object.entries(sizes),
]);

/** All colours as values of custom properties, including those that only drawings in separate files use. */
export const colorProperties: ReadonlyMap<string, string> = new Map(
  allColors.map(([name, color]) => [name, toCss(color)]),
);

/** The same colours in the light scheme. */
export const lightColors: ReadonlyMap<string, string> = new Map(allColors.map(([name, { light }]) => [name, light]));

/** Returns the colours of a group by custom property, such as `--color-text-muted`. */
function nameColors(prefix: string, group: Record<string, SchemeColor>): [string, SchemeColor][] {
  return Object.entries(group).map(([name, color]) => [
    `--${prefix}-${name.replace(/[A-Z]|\d+/g, (part) => `-${part.toLowerCase()}`)}`,
    color,
  ]);
}

function toCss({ light, dark }: SchemeColor): string {
  return light === dark ? light : `light-dark(${light}, ${dark})`;
}
