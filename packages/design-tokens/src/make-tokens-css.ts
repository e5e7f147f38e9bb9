import { writeFileSync } from 'node:fs';
import { pageProperties, sectionProperties } from './custom-properties.ts';

/** Returns the style sheets that declare the tokens, by file name. */
export function makeTokensCss(): Map<string, string> {
  const page = new Map([['color-scheme', 'light dark'], ...pageProperties]);
  return new Map([
    ['tokens.css', declare(page)],
    ['section-tokens.css', declare(sectionProperties)],
  ]);
}

function declare(properties: ReadonlyMap<string, string>): string {
  const declarations = Array.from(properties, ([name, value]) => `  ${name}: ${value};\n`).join('');
  return `/* Written by \`node packages/design-tokens/src/make-tokens-css.ts\` from tokens.ts. */
:root {
${declarations}}
`;
}

if (import.meta.main) {
  for (const [name, css] of makeTokensCss()) writeFileSync(new URL(name, import.meta.url), css);
}
