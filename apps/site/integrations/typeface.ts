import { unicodeRanges } from '@threadline/design-tokens/glyphs';
import { fontProviders } from 'astro/config';

interface Variant {
  src: [string];
  weight: string;
  style: 'normal';
  unicodeRange?: [string, ...string[]];
}

interface Typeface {
  name: string;
  cssVariable: `--font-${string}`;
  /** First part of the file names in the design tokens. */
  file: string;
  weight: string;
}

/**
 * A typeface as two families: the characters of every page, and rare ones in `<cssVariable>-rare`. Only files of the
 * first may be preloaded; a browser fetches the others when a page shows one of their characters.
 */
export function typeface({ name, cssVariable, file, weight }: Typeface) {
  const provider = fontProviders.local();
  const variantOf = (subset: 'basic' | keyof typeof unicodeRanges): Variant => ({
    src: [`@threadline/design-tokens/fonts/${file}-${subset}.woff2`],
    weight,
    style: 'normal',
    unicodeRange: subset === 'basic' ? undefined : unicodeRanges[subset],
  });
  const common: [Variant] = [variantOf('basic')];
  const rare: [Variant, Variant] = [variantOf('accents'), variantOf('indic')];
  return [
    { provider, name, cssVariable, fallbacks: ['system-ui', 'sans-serif'], options: { variants: common } },
    {
      provider,
      name: `${name} Rare`,
      cssVariable: `${cssVariable}-rare` as const,
      fallbacks: [],
      // Arriving late, a single sign must not move the headline that is read already.
      display: 'optional' as const,
      options: { variants: rare },
    },
  ];
}
