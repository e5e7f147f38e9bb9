import { type CSSVariablesResolver, createTheme, defaultVariantColorsResolver } from '@mantine/core';
import { palette } from '@threadline/design-tokens/palette';

const { primary, accent, success, danger, gray, dark } = palette;

/** Shared tints: Mantine's own dark tints are nearly black. Each is [background, hover, text on it, line]. */
const tints = {
  light: {
    primary: [primary[1], '#d6e3f0', primary[8], primary[2]],
    success: [success[1], '#cde9e2', success[8], success[2]],
    accent: [accent[1], accent[2], '#6b4800', '#f0d27c'],
    danger: [danger[1], '#f8d8d0', '#7e2316', danger[2]],
    gray: [gray[1], gray[2], gray[8], gray[3]],
  },
  dark: {
    primary: ['#18344a', '#1f4059', primary[2], '#2c5271'],
    success: ['#0f3a34', '#154a42', success[3], '#1f6b5e'],
    accent: [accent[9], '#4a3b10', '#f6d98a', '#6b5519'],
    danger: [danger[9], '#552a22', '#ffc3b5', '#7a392d'],
    gray: [dark[5], dark[4], dark[0], dark[4]],
  },
} as const;

const dialog = { lockScroll: false, closeButtonProps: { 'aria-label': 'Close' }, radius: 'lg', shadow: 'xl' };

export const theme = createTheme({
  colors: palette,
  primaryColor: 'primary',
  primaryShade: { light: 7, dark: 3 },
  // Mantine computes the contrast with the light shade: white text on #8DBDF0 in the dark scheme (1.96:1).
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    return input.variant === 'filled' ? { ...colors, color: 'var(--on-fill)' } : colors;
  },
  white: '#ffffff',
  black: gray[9],
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
    Overlay: { defaultProps: { color: dark[7], backgroundOpacity: 0.4, blur: 0 } },
    Switch: { defaultProps: { withThumbIndicator: false, size: 'sm' } },
    Button: { defaultProps: { size: 'sm' } },
    Text: { defaultProps: { inherit: true } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] } },
    PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': 'Show the password' } } },
    Combobox: { defaultProps: { shadow: 'md' } },
    // Also menus, lists of selects and calendars. They share the layer of dialogs (200), in which the newest is on top: a
    // list in a dialog covers the dialog, and a dialog covers the lists of the screen.
    Popover: { defaultProps: { zIndex: 200 } },
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
  '--inset': 'var(--color-inset)',
  '--ink': 'var(--color-text-strong)',
  '--hairline': 'var(--color-border)',
  '--field-border': 'var(--color-border-control)',
  '--accent': 'var(--color-accent)',
  '--link': 'var(--color-primary)',
  '--danger': 'var(--color-danger)',
  '--success': 'var(--color-success)',
  '--mantine-color-body': 'var(--color-canvas)',
  '--mantine-color-text': 'var(--color-text)',
  '--mantine-color-bright': 'var(--color-text-strong)',
  '--mantine-color-dimmed': 'var(--color-text-muted)',
  '--mantine-color-anchor': 'var(--color-primary)',
  '--mantine-color-error': 'var(--color-danger)',
  '--mantine-color-success': 'var(--color-success)',
  '--mantine-color-default': 'var(--color-surface)',
  '--mantine-color-default-color': 'var(--color-text-strong)',
};

/** The product's own variables, and the ones in which it differs from Mantine. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...colors('light', 7),
    ...fromTokens,
    '--control-border': gray[4],
    '--on-fill': '#ffffff',
    '--row-hover': '#f3f6f3',
    '--skeleton': '#e9eeea',
    '--mantine-color-placeholder': '#5f727d',
    '--mantine-color-default-hover': '#f3f6f3',
    '--mantine-color-default-border': gray[4],
    '--mantine-color-disabled-color': '#5f727d',
  },
  dark: {
    ...colors('dark', 3),
    ...fromTokens,
    '--control-border': '#3a5a70',
    '--on-fill': dark[7],
    '--row-hover': '#15304580',
    '--skeleton': '#18344a',
    '--mantine-color-placeholder': '#93a7b3',
    '--mantine-color-default-hover': dark[5],
    '--mantine-color-default-border': '#3a5a70',
    '--mantine-color-disabled-color': '#93a7b3',
  },
});
