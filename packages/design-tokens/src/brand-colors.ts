import { colorProperties, nameColors, toCss } from './custom-properties.ts';
import { getContrast, type Oklch, toHex, toOklch } from './oklch.ts';
import { artColors, artFileColors, colors, type SchemeColor } from './tokens.ts';

/** The colours that an owner has chosen, such as `#7a1f5c`. Empty: the one of the product. */
export interface BrandColors {
  primary: string;
  accent: string;
}

type ColorName = keyof typeof colors;
type Scheme = keyof SchemeColor;
type Family = keyof BrandColors;

const schemes: readonly Scheme[] = ['light', 'dark'];

/** The least contrast of text: level AA of WCAG 2.2. */
const minTextContrast = 4.5;

/** A text, or another mark, and the ground that it is on, with the least contrast of the product's own colours. */
export const colorPairs: readonly [mark: ColorName, ground: ColorName, minRatio: number][] = [
  ...(['canvas', 'surface', 'inset'] as const).flatMap((ground): [ColorName, ColorName, number][] => [
    ['text', ground, 7],
    ['textStrong', ground, 7],
    ['textMuted', ground, 4.5],
    ['primary', ground, 4.5],
    ['success', ground, 4.5],
    ['danger', ground, 4.5],
    ['borderControl', ground, 3],
  ]),
  ['text', 'primaryTint', 4.5],
  ['text', 'accentTint', 4.5],
  ['primary', 'primaryTint', 4.5],
  ['onAccent', 'accent', 7],
  ['onAccent', 'fieldAccent2', 7],
  ['bandText', 'band', 7],
  ['bandText', 'bandFoot', 7],
  ['bandText', 'fieldPrimary', 4.5],
  ['bandText', 'fieldPrimary2', 4.5],
  ['bandMuted', 'band', 4.5],
  ['bandText', 'footer', 7],
  ['bandMuted', 'footer', 4.5],
  ['fieldSuccessText', 'fieldSuccess', 4.5],
  ['fieldSuccessText', 'fieldSuccess2', 4.5],
  ['fieldDarkText', 'fieldDark', 7],
  ['processText', 'process', 7],
  ['processHead', 'process', 7],
  ['bandText', 'panel', 7],
  ['panelSuccess', 'panel', 4.5],
  ['panelDanger', 'panel', 4.5],
  ['panelAccent', 'panel', 4.5],
];

const allArt = { ...artColors, ...artFileColors };

/** The tokens that follow a chosen colour. The greys of texts and pages stay. */
const families = {
  primary: {
    colors: [
      ...(['primary', 'primaryTint', 'band', 'bandFoot', 'bandText', 'bandMuted', 'bandBorder', 'footer'] as const),
      ...(['fieldPrimary', 'fieldPrimary2', 'panel', 'panelBorder', 'panelBorder2'] as const),
      ...(['fieldDark', 'fieldDarkBorder', 'fieldDarkText'] as const),
    ],
    art: [
      ...(['thread', 'threadPale', 'threadLoose', 'threadPlan', 'fill', 'fillLight', 'fillDarkest'] as const),
      ...(['fieldPale', 'fieldPaleThread', 'fieldPaleFill', 'fieldPaleBorder'] as const),
    ],
  },
  accent: {
    colors: [
      ...(['accent', 'accentTint', 'fieldAccent2', 'panelAccent', 'process', 'processText'] as const),
      ...(['processHead', 'processThread', 'processFill', 'processFill2'] as const),
      'glyphAccent',
    ],
    art: ['dot', 'fillAccent', 'fieldAccent'],
  },
} as const satisfies Record<Family, { colors: readonly ColorName[]; art: readonly (keyof typeof allArt)[] }>;

const familyNames: readonly Family[] = ['primary', 'accent'];
/** How far the shades of a family are from its hue, in degrees. Others, such as the text on the accent, are greys. */
const maxHueDistance = 40;

/** Returns whether a colour of the product is replaced. */
export function hasBrandColors(chosen: BrandColors): boolean {
  return familyNames.some((family) => chosen[family] !== '');
}

/**
 * Returns the colour that the site uses for links (primary) or filled buttons (accent) in the light scheme: the chosen one,
 * or the nearest shade whose text can be read.
 */
export function getReadableColor(family: Family, chosen: string): string {
  if (family === 'accent')
    return adjust(chosen, { measure: (hex) => getContrast(hex, colors.onAccent.light), direction: 1 });
  const grounds = [colors.canvas.light, colors.surface.light, colors.inset.light];
  const measure = (hex: string) => Math.min(...grounds.map((ground) => getContrast(hex, ground)));
  return adjust(chosen, { measure, direction: -1 });
}

type Tokens = Record<keyof typeof colors, SchemeColor>;
type ArtTokens = Record<keyof typeof allArt, SchemeColor>;

/** Returns the tokens with the chosen colours: their hue and chroma, with the lightness of the product's own shades. */
export function createBrandTokens(chosen: BrandColors): { colors: Tokens; art: ArtTokens } {
  const tokens = { colors: structuredClone(colors), art: structuredClone(allArt) };
  const changed = new Set<ColorName>();
  for (const family of familyNames.filter((name) => chosen[name] !== '')) {
    const readable = getReadableColor(family, chosen[family]);
    const own = colors[family].light;
    const recolorPair = ({ light, dark }: SchemeColor): SchemeColor => ({
      light: light === own ? readable : recolorShade(light, own, chosen[family]),
      dark: recolorShade(dark, own, chosen[family]),
    });
    for (const name of families[family].art) tokens.art[name] = recolorPair(allArt[name]);
    for (const name of families[family].colors) {
      tokens.colors[name] = recolorPair(colors[name]);
      changed.add(name);
    }
  }
  // It is dark in both schemes: only the colour of links is used at its own lightness.
  tokens.colors.fieldPrimary = { light: tokens.colors.fieldPrimary.dark, dark: tokens.colors.fieldPrimary.dark };
  separatePairs(tokens.colors, changed);
  return tokens;
}

/** Changes the lightness of the changed colours until every text can be read. */
function separatePairs(tokens: Tokens, changed: ReadonlySet<ColorName>): void {
  for (const [mark, ground, productRatio] of colorPairs) {
    const moved = changed.has(mark) ? mark : ground;
    if (!changed.has(moved)) continue;
    const fixed = moved === mark ? ground : mark;
    const minRatio = Math.min(productRatio, minTextContrast);
    for (const scheme of schemes) {
      const [hex, other] = [tokens[moved][scheme], tokens[fixed][scheme]];
      const direction = toOklch(hex).l > toOklch(other).l ? 1 : -1;
      tokens[moved][scheme] = adjust(hex, { measure: (next) => getContrast(next, other), direction, minRatio });
    }
  }
}

interface Adjustment {
  /** Returns the contrast of a colour. */
  measure: (hex: string) => number;
  /** 1 makes the colour lighter. */
  direction: 1 | -1;
  minRatio?: number;
}

/** Changes the lightness of a colour until its contrast is enough. */
function adjust(hex: string, { measure, direction, minRatio = minTextContrast }: Adjustment): string {
  const { l, c, h } = toOklch(hex);
  let adjusted = hex;
  for (let step = 1; measure(adjusted) < minRatio && step <= 200; step += 1)
    adjusted = toHex({ l: Math.min(1, Math.max(0, l + (direction * step) / 200)), c, h });
  return adjusted;
}

/** Returns a shade of the product's colour as a shade of the chosen one. A grey stays. */
function recolorShade(hex: string, own: string, chosen: string): string {
  const [shade, from, to] = [hex, own, chosen].map(toOklch) as [Oklch, Oklch, Oklch];
  const hueDistance = Math.abs(((shade.h - from.h + 540) % 360) - 180);
  if (hueDistance > maxHueDistance || shade.c < 0.004) return hex;
  return toHex({ l: shade.l, c: shade.c * Math.min(1.6, to.c / from.c), h: shade.h + to.h - from.h });
}

/** Returns a colour of a drawing, such as one of the palette of a share picture, with the chosen colours. */
export function recolor(hex: string, chosen: BrandColors): string {
  return familyNames.reduce(
    (result, family) =>
      chosen[family] && result === hex ? recolorShade(hex, colors[family].light, chosen[family]) : result,
    hex,
  );
}

/**
 * Returns the markup of a drawing with the chosen colours in place of its own ones. Custom properties stay: a page declares
 * them itself.
 */
export function recolorMarkup(markup: string, chosen: BrandColors): string {
  if (!hasBrandColors(chosen)) return markup;
  return markup.replace(/(?<=(?:fill|stroke)=")#[0-9a-f]{6}/g, (hex) => recolor(hex, chosen));
}

/** Returns a drawing that declares its own colours with the chosen ones, as the site declares them: texts and greys stay. */
export function recolorFile(svg: string, chosen: BrandColors): string {
  const properties = createBrandProperties(chosen);
  return recolorMarkup(svg, chosen).replace(/(?<=[{;])(--[\w-]+):[^;}]+/g, (own, name: string) =>
    properties.has(name) ? `${name}:${properties.get(name)}` : own,
  );
}

/** Returns all colours as values of custom properties, with the chosen ones, for drawings in separate files. */
export function createBrandProperties(chosen: BrandColors): ReadonlyMap<string, string> {
  return hasBrandColors(chosen) ? new Map(declareBrand(chosen)) : colorProperties;
}

/** Returns the rule that declares the tokens with the chosen colours, wherever it is on the page; empty without any. */
export function formatBrandCss(chosen: BrandColors): string {
  if (!hasBrandColors(chosen)) return '';
  const fileProperties = new Map(nameColors('art', artFileColors));
  const changed = declareBrand(chosen).filter(
    ([name, value]) => colorProperties.get(name) !== value && !fileProperties.has(name),
  );
  return `html:root{${changed.map(([name, value]) => `${name}:${value}`).join(';')}}`;
}

function declareBrand(chosen: BrandColors): [string, string][] {
  const tokens = createBrandTokens(chosen);
  return [...toCss(nameColors('color', tokens.colors)), ...toCss(nameColors('art', tokens.art))];
}
