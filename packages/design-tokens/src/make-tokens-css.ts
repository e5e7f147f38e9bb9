import { writeFileSync } from 'node:fs';
import { pageProperties } from './custom-properties.ts';

/** Returns the style sheet that declares the tokens for every page. */
export function makeTokensCss(): string {
  const declarations = Array.from(pageProperties, ([name, value]) => `  ${name}: ${value};\n`).join('');
  return `/* Written by \`node packages/design-tokens/src/make-tokens-css.ts\` from tokens.ts. */
:root {
  color-scheme: light dark;
${declarations}}
`;
}

if (import.meta.main) writeFileSync(new URL('tokens.css', import.meta.url), makeTokensCss());
