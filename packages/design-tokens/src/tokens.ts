/**
 * Colours, type, space and shape of the product: the only place where their values are defined. The site and the admin
 * use them as CSS custom properties (tokens.css), the Mantine theme and the artwork use them as data.
 *
 * The brand names its four colours after dyes: primary is neel (indigo), accent haldi (turmeric), success mor
 * (peacock), danger madder. Text pairs meet WCAG AA in both schemes (tokens.test.ts); change a colour together with its
 * counterpart. The shades are in palette.ts.
 */

import { palette } from './palette.ts';

const { primary, accent, success, danger, gray, dark } = palette;
const paper = '#fbfcfa';
const bandTop = '#0b2c4f';
const bandTopDark = '#0d2b4a';
const bandText = '#dce8f2';
const bandBorder = '#2c5a8a';
const footer = '#071c33';

export interface SchemeColor {
  light: string;
  dark: string;
}

/** Custom properties as `--color-<name>`, those that the first view of a page may use. */
export const pageColors = {
  canvas: pair(paper, dark[7]),
  surface: pair('#ffffff', dark[6]),
  inset: pair(gray[1], dark[8]),
  textStrong: pair(gray[9], '#f2f6f4'),
  text: pair(gray[8], dark[0]),
  textMuted: pair(gray[7], dark[2]),
  border: pair(gray[3], dark[4]),
  borderControl: pair(gray[6], dark[3]),

  // Links and focus, the one filled button of a band, success, error.
  primary: pair(primary[7], primary[3]),
  accent: pair(accent[5], accent[4]),
  success: pair(success[7], success[3]),
  danger: pair(danger[7], danger[3]),
  /** Text on the accent and on paper, in both schemes. */
  onAccent: pair(gray[9]),

  // Dark bands: header, hero, side of the dialog, footer.
  band: pair(bandTop, bandTopDark),
  bandFoot: pair('#082340', '#0a2340'),
  bandText: pair(bandText),
  bandMuted: pair('#a9c4dc'),
  bandBorder: pair(bandBorder),
  footer: pair(footer, '#050f18'),

  // Full-bleed fields; each has a second shade.
  fieldAccent2: pair(accent[4], '#e8ae17'),
  fieldPrimary: pair(primary[7]),
  fieldPrimary2: pair(bandTop),

  // The data panel is dark in both schemes.
  panel: pair(footer),
  panelBorder: pair('#1d456e'),
  panelBorder2: pair('#15375a'),
  panelSuccess: pair(success[3]),
  panelDanger: pair(danger[3]),
  panelAccent: pair(accent[4]),
} satisfies Record<string, SchemeColor>;

/** Custom properties of the sections below the first view: the site declares them after its first paint. */
export const sectionColors = {
  primaryTint: pair(primary[1], '#16344f'),
  accentTint: pair(accent[1], accent[9]),
  successTint: pair(success[1], success[9]),
  dangerTint: pair(danger[1], danger[9]),

  fieldSuccess: pair(success[7], '#0a574b'),
  fieldSuccess2: pair('#074a3f', '#06382f'),
  fieldSuccessText: pair('#e2f3ef'),
  fieldDark: pair(gray[9], dark[8]),
  fieldDarkBorder: pair('#2b4a60'),
  fieldDarkText: pair('#b7cbd8'),

  // Figures of services on the tint of the accent.
  glyphAccent: pair('#5c3e00', accent[4]),

  // The process band is turmeric in the light scheme and dark bronze in the dark one.
  process: pair(accent[5], '#33280a'),
  processText: pair(gray[9], '#f2e6c4'),
  processHead: pair(gray[9], accent[1]),
  processThread: pair(gray[9], accent[4]),
  processFill: pair('#ffe9ae', '#5a470f'),
  processFill2: pair('#e09a00', '#463708'),
} satisfies Record<string, SchemeColor>;

export const colors = { ...pageColors, ...sectionColors };

/** Threads, dots and fills of the kolam drawings, as `--art-<name>` on every page. */
export const artColors = {
  thread: pair(primary[3]),
  threadPale: pair(bandText),
  threadLoose: pair('#5c84ac'),
  threadPlan: pair('#3a6a9c'),
  dot: pair(accent[4]),
  fill: pair('#1d5c96'),
  fillLight: pair('#3f86c6'),
  fillDarkest: pair('#082340'),
  fillAccent: pair(accent[5], '#8f6a00'),
} satisfies Record<string, SchemeColor>;

/** Further `--art-<name>` that only drawings in separate files use and declare themselves: no page needs them. */
export const artFileColors = {
  fieldAccent: pair(accent[5], '#d99e00'),
  fieldDanger: pair(danger[7], '#8e2b1c'),
  fieldDanger2: pair('#7e2416', '#6b1f13'),
  fieldPale: pair(bandText, '#16344f'),
  fieldPaleThread: pair(primary[7], primary[3]),
  fieldPaleFill: pair(paper, bandTopDark),
  fieldPaleBorder: pair('#b4c8da', bandBorder),
  warp: pair(success[1], '#b9d9d0'),
} satisfies Record<string, SchemeColor>;

/** Type, space and shape. The families come from the app's font loader. */
export const sizes = {
  '--text-hero': 'clamp(2.25rem, 1.25rem + 3.7vw, 4.5rem)',
  '--text-h2': 'clamp(1.875rem, 1.3rem + 2.2vw, 3.25rem)',
  '--text-h3': 'clamp(1.5rem, 1rem + 1.6vw, 2.25rem)',
  '--text-lead': '1.1875rem',
  '--text-body': '1.0625rem',
  '--text-small': '0.9375rem',

  // Space is a multiple of 4 px, from 4 to 128; these depend on the viewport. Breakpoints are 640, 768, 1024 and 1280
  // px, written out because media queries cannot read custom properties.
  '--gutter': 'clamp(1.25rem, 4vw, 2.5rem)',
  '--section': 'clamp(2.5rem, 8vw, 7rem)',
  '--container': '76rem',
  '--target': '2.75rem',

  '--radius-control': '6px',
  '--radius-panel': '12px',
};

/** Returns a colour for both schemes; without `darkScheme`, the same in both. */
function pair(light: string, darkScheme = light): SchemeColor {
  return { light, dark: darkScheme };
}
