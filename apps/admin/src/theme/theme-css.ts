import {
  convertCssVariables,
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import { cssVariables, theme } from './theme.ts';

/** Variables of Mantine's palettes and heading sizes that no component here uses. */
const unused =
  /^--mantine-(?:color-(?:red|pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange)-|h[1-6]-|breakpoint-)/;

/** Returns the variables of the theme as a style sheet. Runs at build time. */
export function createThemeCss(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const { variables, light, dark } = deepMerge(defaultCssVariablesResolver(merged), cssVariables(merged));
  return convertCssVariables(
    { variables: omitUnused(variables), light: omitUnused(light), dark: omitUnused(dark) },
    ':root',
  );
}

function omitUnused(variables: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !unused.test(name)));
}
