import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';

/**
 * Returns the command that switches the colour scheme. Without `keepTransitions` Mantine adds a `<style>` element, which the
 * CSP forbids.
 */
export function useColorSchemeToggle() {
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const isDark = useComputedColorScheme('light') === 'dark';
  return {
    label: isDark ? 'Light mode' : 'Dark mode',
    icon: isDark ? IconSun : IconMoon,
    run: () => setColorScheme(isDark ? 'light' : 'dark'),
  };
}
