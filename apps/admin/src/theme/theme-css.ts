import {
  convertCssVariables,
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import { cssVariables, theme } from './theme.ts';

/** Mantine's palettes and heading sizes that no component here uses. */
const unused =
  /--mantine-(?:color-(?:red|pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange)-|h[1-6]-|breakpoint-)/;

/**
 * The theme as a CSS file. Mantine would write these variables into a `<style>` element at run time, which the
 * content security policy forbids; `theme-variables.css` is this text.
 */
export function themeCss(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const css = convertCssVariables(deepMerge(defaultCssVariablesResolver(merged), cssVariables(merged)), ':root');
  const blocks = css.split('}').flatMap((block) => {
    const [selector, body] = block.split('{');
    if (!selector || !body) return [];
    const lines = body
      .split(/;(?![^(]*\))/)
      .map((line) => line.trim())
      .filter((line) => line !== '' && !unused.test(line.split(':')[0] ?? ''))
      .map((line) => `  ${asFormatted(line)};`);
    return lines.length > 0 ? [`${selector.trim()} {\n${lines.join('\n')}\n}\n`] : [];
  });
  return `/* Written by \`pnpm --filter @threadline/admin theme\` from theme.ts. */\n${blocks.join('\n')}`;
}

/** In the formatter's style, so that the formatter does not change the file. */
function asFormatted(line: string): string {
  return line
    .replace(/:\s*/, ': ')
    .replaceAll("'", '"')
    .replace(/#[0-9A-F]{3,8}\b/g, (hex) => hex.toLowerCase());
}
