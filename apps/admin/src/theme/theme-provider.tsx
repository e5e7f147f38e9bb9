import {
  localStorageColorSchemeManager,
  MantineContext,
  MantineThemeProvider,
  useProviderColorScheme,
} from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { theme } from './theme.ts';

const manager = localStorageColorSchemeManager();
const getRootElement = () => document.documentElement;

/**
 * Mantine's own provider without the code that writes variables and classes into the page (2 KB of the sign-in bundle):
 * ours are in a style sheet, as the content security policy requires.
 */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const scheme = useProviderColorScheme({
    manager,
    defaultColorScheme: 'auto',
    getRootElement,
    forceColorScheme: undefined,
  });
  useEffect(() => getRootElement().setAttribute('data-respect-reduced-motion', 'true'), []);
  return (
    <MantineContext
      value={{
        ...scheme,
        getRootElement,
        classNamesPrefix: 'mantine',
        cssVariablesSelector: ':root',
        withStaticClasses: true,
      }}
    >
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}
