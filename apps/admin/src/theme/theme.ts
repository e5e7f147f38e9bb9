import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type MantineTheme,
} from '@mantine/core';

function shades(words: string): MantineColorsTuple {
  return words.split(' ').map((hex) => `#${hex}`) as unknown as MantineColorsTuple;
}

/** Shared tints: Mantine's own dark tints are nearly black. Each is [background, hover, words on it, line]. */
const tints = {
  light: {
    neel: ['#E4EDF6', '#D6E3F0', '#0D3154', '#C6D9EA'],
    mor: ['#DDF1EC', '#CDE9E2', '#085347', '#B4E0D5'],
    haldi: ['#FFF3CF', '#FFE59A', '#6B4800', '#F0D27C'],
    madder: ['#FBE6E1', '#F8D8D0', '#7E2316', '#F5C6BB'],
    gray: ['#EEF2EE', '#E3E9E6', '#2B3F4D', '#D3DCD8'],
  },
  dark: {
    neel: ['#18344A', '#1F4059', '#C6D9EA', '#2C5271'],
    mor: ['#0F3A34', '#154A42', '#5FD3B8', '#1F6B5E'],
    haldi: ['#3A2E0B', '#4A3B10', '#F6D98A', '#6B5519'],
    madder: ['#45211B', '#552A22', '#FFC3B5', '#7A392D'],
    gray: ['#1A3449', '#234055', '#D3DEE2', '#234055'],
  },
} as const;

const dialog = { lockScroll: false, closeButtonProps: { 'aria-label': 'Close' }, radius: 'lg', shadow: 'xl' };

export const theme = createTheme({
  colors: {
    neel: shades('F1F6FA E4EDF6 C6D9EA 8DBDF0 6BA3DB 3F7DB8 1C5387 123F6B 0D3154 0A2542'),
    haldi: shades('FFFAEB FFF3CF FFE59A FFD667 FFC63D F5B301 D19700 A37400 7A5200 3A2E0B'),
    mor: shades('F0F8F6 DDF1EC B4E0D5 5FD3B8 36B79A 1F927A 117765 0B6B5B 085347 0E3A34'),
    madder: shades('FDF3F0 FBE6E1 F5C6BB FF9A85 E7735B CB4E36 B83D28 A8321F 842617 45211B'),
    gray: shades('F6F8F6 EEF2EE E3E9E6 D3DCD8 B4C1C2 8FA0A8 6F838E 4E616D 2B3F4D 0E2433'),
    dark: shades('D3DEE2 BCCAD1 A3B5BF 6E8A9C 234055 1A3449 10263A 0A1A26 071420 040D15'),
  },
  primaryColor: 'neel',
  primaryShade: { light: 7, dark: 3 },
  // Mantine's contrast looks at the light shade: white words on #8DBDF0 in the dark (1.96:1).
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    return input.variant === 'filled' ? { ...colors, color: 'var(--on-fill)' } : colors;
  },
  white: '#FFFFFF',
  black: '#0E2433',
  fontFamilyMonospace: 'ui-monospace, monospace',
  fontFamily: "'Hanken Grotesk Variable', system-ui, sans-serif",
  headings: {
    fontFamilyMonospace: 'ui-monospace, monospace',
    fontFamily: "'Hanken Grotesk Variable', system-ui, sans-serif",
    fontWeight: '650',
    sizes: { h1: { fontSize: '1.375rem' }, h2: { fontSize: '0.9375rem' }, h3: { fontSize: '0.875rem' } },
  },
  radius: { xs: '4px', sm: '6px', md: '6px', lg: '12px', xl: '12px' },
  defaultRadius: 'md',
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  shadows: {
    xs: 'none',
    sm: 'none',
    md: '0 8px 28px rgba(10, 26, 38, 0.14)',
    lg: '0 8px 28px rgba(10, 26, 38, 0.14)',
    xl: '0 16px 48px rgba(10, 26, 38, 0.2)',
  },
  breakpoints: { xs: '30em', sm: '40em', md: '48em', lg: '64em', xl: '80em' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: { defaultProps: dialog },
    Drawer: { defaultProps: dialog },
    Overlay: { defaultProps: { color: '#0A1A26', backgroundOpacity: 0.4, blur: 0 } },
    Switch: { defaultProps: { withThumbIndicator: false, size: 'sm' } },
    Button: { defaultProps: { size: 'sm' } },
    Combobox: { defaultProps: { shadow: 'md' } },
  },
});

function colorVariables(scheme: 'light' | 'dark', name: string, shade: number): Record<string, string> {
  const tint = tints[scheme][name as keyof (typeof tints)['light']];
  const css = (variant: string) => `--mantine-color-${name}-${variant}`;
  return {
    [css('filled')]: `var(${css(String(shade))})`,
    [css('filled-hover')]: `var(${css(String(scheme === 'light' ? shade + 1 : shade - 1))})`,
    [css('text')]: `var(${css(String(shade))})`,
    [css('outline')]: `var(${css(String(shade))})`,
    [css('outline-hover')]: tint[0],
    [css('light')]: tint[0],
    [css('light-hover')]: tint[1],
    [css('light-color')]: tint[2],
    [`--${name}-line`]: tint[3],
  };
}

function colors(scheme: 'light' | 'dark', shade: number): Record<string, string> {
  return Object.assign({}, ...Object.keys(tints[scheme]).map((name) => colorVariables(scheme, name, shade)));
}

/** The product's own variables, and the ones in which it differs from Mantine. */
export const cssVariables: CSSVariablesResolver = (_theme: MantineTheme) => ({
  variables: {},
  light: {
    ...colors('light', 7),
    '--surface': '#FFFFFF',
    '--sunk': '#EEF2EE',
    '--ink': '#0E2433',
    '--hairline': '#D3DCD8',
    '--control-border': '#B4C1C2',
    '--field-border': '#6F838E',
    '--on-fill': '#FFFFFF',
    '--row-hover': '#F3F6F3',
    '--skeleton': '#E9EEEA',
    '--accent': '#F5B301',
    '--link': '#123F6B',
    '--danger': '#A8321F',
    '--mantine-color-success': '#0B6B5B',
    '--good': '#0B6B5B',
    '--mantine-color-body': '#FBFCFA',
    '--mantine-color-text': '#2B3F4D',
    '--mantine-color-bright': '#0E2433',
    '--mantine-color-dimmed': '#4E616D',
    '--mantine-color-placeholder': '#5F727D',
    '--mantine-color-anchor': '#123F6B',
    '--mantine-color-error': '#A8321F',
    '--mantine-color-default': '#FFFFFF',
    '--mantine-color-default-hover': '#F3F6F3',
    '--mantine-color-default-color': '#0E2433',
    '--mantine-color-default-border': '#B4C1C2',
    '--mantine-color-disabled-color': '#5F727D',
  },
  dark: {
    ...colors('dark', 3),
    '--surface': '#10263A',
    '--sunk': '#071420',
    '--ink': '#F2F6F4',
    '--hairline': '#234055',
    '--control-border': '#3A5A70',
    '--field-border': '#6E8A9C',
    '--on-fill': '#0A1A26',
    '--row-hover': '#15304580',
    '--skeleton': '#18344A',
    '--accent': '#FFC63D',
    '--link': '#8DBDF0',
    '--danger': '#FF9A85',
    '--mantine-color-success': '#5FD3B8',
    '--good': '#5FD3B8',
    '--mantine-color-body': '#0A1A26',
    '--mantine-color-text': '#D3DEE2',
    '--mantine-color-bright': '#F2F6F4',
    '--mantine-color-dimmed': '#A3B5BF',
    '--mantine-color-placeholder': '#93A7B3',
    '--mantine-color-anchor': '#8DBDF0',
    '--mantine-color-error': '#FF9A85',
    '--mantine-color-default': '#10263A',
    '--mantine-color-default-hover': '#1A3449',
    '--mantine-color-default-color': '#F2F6F4',
    '--mantine-color-default-border': '#3A5A70',
    '--mantine-color-disabled-color': '#93A7B3',
  },
});
