import { Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconExternalLink, IconLogout, IconMoon, IconSearch, IconSettings, IconUserCircle } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useLogout } from '../features/auth/use-logout.ts';
import { useOpenPalette } from '../features/command-palette/commands.tsx';
import { destinations, siteSettings } from '../navigation.ts';

interface MoreMenuProps {
  /** The button that opens the menu. */
  target: ReactElement;
  /** The index of the first destination that the bar itself does not show. */
  from: number;
}

/** The screens and actions of a phone that have no tab of their own. Opens with its first rendering. */
export function MoreMenu({ target, from }: MoreMenuProps) {
  const logout = useLogout();
  const navigate = useNavigate();
  const openPalette = useOpenPalette();
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const isDark = useComputedColorScheme('light') === 'dark';
  return (
    <Menu position="top-end" shadow="md" width={220} defaultOpened>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconSearch size={18} />} onClick={openPalette}>
          Search or jump to
        </Menu.Item>
        {destinations.slice(from).map(({ to, label, icon: Icon }) => (
          <Menu.Item key={to} leftSection={<Icon size={18} />} onClick={() => navigate({ to })}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Item leftSection={<IconUserCircle size={18} />} onClick={() => navigate({ to: '/account' })}>
          Your account
        </Menu.Item>
        <Menu.Item
          leftSection={<IconSettings size={18} />}
          onClick={() => navigate({ to: '/content', search: { section: 'site' } })}
        >
          {siteSettings}
        </Menu.Item>
        <Menu.Item leftSection={<IconExternalLink size={18} />} component="a" href="/" target="_blank" rel="noopener">
          View Website
        </Menu.Item>
        <Menu.Item leftSection={<IconMoon size={18} />} onClick={() => setColorScheme(isDark ? 'light' : 'dark')}>
          {isDark ? 'Light colours' : 'Dark colours'}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={18} />} onClick={logout}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
