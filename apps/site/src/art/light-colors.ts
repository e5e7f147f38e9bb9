import { readFileSync } from 'node:fs';

/** The colours of the light scheme in place of the tokens, for pictures that know no style sheet. */
export function withColors(markup: string): string {
  const tokens = readFileSync(new URL('../../../../packages/design-tokens/src/tokens.css', import.meta.url), 'utf8');
  return markup.replace(/var\((--[\w-]+)\)/g, (_all, name: string) => {
    const value = new RegExp(`${name}: (?:light-dark\\()?([^,;)]+)`).exec(tokens)?.[1];
    if (!value) throw new Error(`${name} is not a token.`);
    return value;
  });
}
