import {
  type BrandColors,
  createBrandTokens,
  getReadableColor,
  minTextContrast,
} from '@threadline/design-tokens/brand-colors';
import { getContrast } from '@threadline/design-tokens/oklch';
import { isColor } from '@threadline/schema/primitives/fields';
import type { CSSProperties } from 'react';
import classes from './brand-colors.module.css';

/** How the site looks with the colours in both schemes, and whether its texts are easy to read. */
export function BrandColorSample({ colors }: { colors: Partial<Record<keyof BrandColors, unknown>> }) {
  const { primary, accent } = colors;
  const chosen = { primary: isColor(primary) ? primary : '', accent: isColor(accent) ? accent : '' };
  const { colors: tokens } = createBrandTokens(chosen);
  return (
    <div className={classes.samples}>
      <p role="status" className={classes.note}>
        {[describePrimary(chosen.primary), describeAccent(chosen.accent)].filter(Boolean).join('\n') ||
          'These are the colours of the design.'}
      </p>
      {(['light', 'dark'] as const).map((scheme) => (
        <Sample key={scheme} scheme={scheme} tokens={tokens} />
      ))}
    </div>
  );
}

type Tokens = ReturnType<typeof createBrandTokens>['colors'];
type TokenName = keyof Tokens;

const parts: [label: string, mark: TokenName, ground: TokenName][] = [
  ['Coloured area', 'bandText', 'band'],
  ['Heading', 'textStrong', 'canvas'],
  ['Link', 'primary', 'canvas'],
  ['Button', 'onAccent', 'accent'],
];

function Sample({ scheme, tokens }: { scheme: 'light' | 'dark'; tokens: Tokens }) {
  const names: TokenName[] = ['canvas', 'textStrong', 'text', 'primary', 'accent', 'onAccent', 'band', 'bandText'];
  const style = Object.fromEntries(names.map((name) => [`--sample-${name}`, tokens[name][scheme]])) as CSSProperties;
  const hard = parts
    .filter(([, mark, ground]) => getContrast(tokens[mark][scheme], tokens[ground][scheme]) < minTextContrast)
    .map(([label]) => label);
  return (
    <figure className={classes.sample}>
      <figcaption>{scheme === 'light' ? 'Light' : 'Dark'}</figcaption>
      <div className={classes.page} style={style} aria-hidden="true">
        <p className={classes.band}>A coloured area</p>
        <div className={classes.body}>
          <strong>A heading</strong>
          <p>
            Text with <span className={classes.link}>a link</span>
          </p>
          <span className={classes.button}>A button</span>
        </div>
      </div>
      <small>{hard.length === 0 ? 'All texts are easy to read.' : `Hard to read: ${hard.join(', ')}.`}</small>
    </figure>
  );
}

function describePrimary(chosen: string): string {
  if (!chosen) return '';
  const used = getReadableColor('primary', chosen);
  if (used === chosen) return `${chosen} is easy to read as a link.`;
  return `${chosen} is too light for links. Links use ${used}, its nearest readable shade.`;
}

function describeAccent(chosen: string): string {
  if (!chosen) return '';
  const used = getReadableColor('accent', chosen);
  if (used === chosen) return `Text on ${chosen} is easy to read.`;
  return `${chosen} is too dark for the text on buttons. Buttons use ${used}, its nearest readable shade.`;
}
