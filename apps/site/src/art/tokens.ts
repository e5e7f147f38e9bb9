import { colorProperties } from '@threadline/design-tokens/custom-properties';

/** The custom properties that a piece of markup needs, as declarations. @throws Error for one that is not a token */
export function declarationsFor(markup: string): string {
  const names = new Set([...markup.matchAll(/var\((--[\w-]+)\)/g)].map(([, name = '']) => name));
  return [...names]
    .map((name) => {
      const value = colorProperties.get(name);
      if (value === undefined) throw new Error(`${name} is not a token; a drawing that stands alone cannot use it.`);
      return `${name}:${value}`;
    })
    .join(';');
}
