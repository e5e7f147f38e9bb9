import drawingsCss from '@threadline/design-tokens/drawings.css?raw';
import tokensCss from '@threadline/design-tokens/tokens.css?raw';

const declarations = `${tokensCss}${drawingsCss}`.matchAll(/^[ \t]*(--[\w-]+): *([^;\s].*?);/gm);
const values = new Map(Array.from(declarations, ([, name = '', value = '']) => [name, value]));

/** The custom properties that a piece of markup needs, as declarations. @throws Error for one that is not a token */
export function declarationsFor(markup: string): string {
  const names = new Set([...markup.matchAll(/var\((--[\w-]+)\)/g)].map(([, name = '']) => name));
  return [...names].map((name) => `${name}:${tokenValue(name)}`).join(';');
}

/** The colours of the bar that browsers draw around the page: those of its own first band. */
export function barColors(): { light: string; dark: string } {
  const [, light = '', dark = ''] = /^light-dark\(([^,]+), ([^,]+)\)$/.exec(tokenValue('--color-band')) ?? [];
  return { light, dark };
}

function tokenValue(name: string): string {
  const value = values.get(name);
  if (value === undefined) throw new Error(`${name} is not a token; a drawing that stands alone cannot use it.`);
  return value;
}
