import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
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
  fontFamily: 'var(--font-text)',
  headings: {
    fontFamily: 'var(--font-text)',
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
    // Its `<header>` would be a second banner of the page.
    ModalHeader: { defaultProps: { component: 'div' } },
    Drawer: { defaultProps: dialog },
    Overlay: { defaultProps: { color: '#0A1A26', backgroundOpacity: 0.4, blur: 0 } },
    Switch: { defaultProps: { withThumbIndicator: false, size: 'sm' } },
    Button: { defaultProps: { size: 'sm' } },
    Combobox: { defaultProps: { shadow: 'md' } },
    // Also the lists of menus and selects: all of them belong to a screen. It is above the screen, and below the backdrop
    // of a dialog (200).
    Popover: { defaultProps: { zIndex: 190 } },
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

/** The shared tokens under the names that the admin and Mantine use. */
const fromTokens = {
  '--surface': 'var(--color-surface)',
  '--sunk': 'var(--color-sunk)',
  '--ink': 'var(--color-ink)',
  '--hairline': 'var(--color-rule)',
  '--field-border': 'var(--color-control)',
  '--accent': 'var(--color-haldi)',
  '--link': 'var(--color-neel)',
  '--danger': 'var(--color-madder)',
  '--good': 'var(--color-mor)',
  '--mantine-color-body': 'var(--color-canvas)',
  '--mantine-color-text': 'var(--color-body)',
  '--mantine-color-bright': 'var(--color-ink)',
  '--mantine-color-dimmed': 'var(--color-muted)',
  '--mantine-color-anchor': 'var(--color-neel)',
  '--mantine-color-error': 'var(--color-madder)',
  '--mantine-color-success': 'var(--color-mor)',
  '--mantine-color-default': 'var(--color-surface)',
  '--mantine-color-default-color': 'var(--color-ink)',
};

/** The product's own variables, and the ones in which it differs from Mantine. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...colors('light', 7),
    ...fromTokens,
    '--control-border': '#B4C1C2',
    '--on-fill': '#FFFFFF',
    '--row-hover': '#F3F6F3',
    '--skeleton': '#E9EEEA',
    '--mantine-color-placeholder': '#5F727D',
    '--mantine-color-default-hover': '#F3F6F3',
    '--mantine-color-default-border': '#B4C1C2',
    '--mantine-color-disabled-color': '#5F727D',
  },
  dark: {
    ...colors('dark', 3),
    ...fromTokens,
    '--control-border': '#3A5A70',
    '--on-fill': '#0A1A26',
    '--row-hover': '#15304580',
    '--skeleton': '#18344A',
    '--mantine-color-placeholder': '#93A7B3',
    '--mantine-color-default-hover': '#1A3449',
    '--mantine-color-default-border': '#3A5A70',
    '--mantine-color-disabled-color': '#93A7B3',
  },
});
