import { lightColors } from '@threadline/design-tokens/custom-properties';

/** Returns the markup with the light scheme's values in place of `var(…)`, for pictures without a style sheet. */
export function withLightColors(markup: string): string {
  return markup.replace(/var\((--[\w-]+)\)/g, (_all, name: string) => {
    const value = lightColors.get(name);
    if (!value) throw new Error(`${name} is not a token.`);
    return value;
  });
}
