import { type BrandColors, createBrandTokens, getReadableColor } from '@threadline/design-tokens/brand-colors';
import { isColor } from '@threadline/schema/primitives/fields';
import type { CSSProperties } from 'react';
import classes from './brand-colors.module.css';

/** How the site looks with the colours in both schemes. `createBrandTokens` adjusts them until every text can be read. */
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

function Sample({ scheme, tokens }: { scheme: 'light' | 'dark'; tokens: Tokens }) {
  const names: TokenName[] = ['canvas', 'textStrong', 'text', 'primary', 'accent', 'onAccent', 'band', 'bandText'];
  const style = Object.fromEntries(names.map((name) => [`--sample-${name}`, tokens[name][scheme]])) as CSSProperties;
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
      <small>All texts are easy to read.</small>
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
