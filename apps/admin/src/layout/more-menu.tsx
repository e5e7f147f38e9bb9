import { Menu } from '@mantine/core';
import { IconExternalLink, IconHelp, IconLogout, IconSearch, IconSettings, IconUserCircle } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useLogout } from '../features/auth/use-logout.ts';
import { useOpenPalette } from '../features/command-palette/commands.tsx';
import { destinations, helpQuery, siteSettings } from '../navigation.ts';
import { useColorSchemeToggle } from '../ui/use-color-scheme-toggle.ts';

interface MoreMenuProps {
  /** The button that opens the menu. */
  target: ReactElement;
}

/** The screens and actions of a phone that have no tab of their own. Opens with its first rendering. */
export function MoreMenu({ target }: MoreMenuProps) {
  const navigate = useNavigate();
  const openPalette = useOpenPalette();
  const entries = [
    { label: 'Search or jump to', icon: IconSearch, run: () => openPalette() },
    ...destinations
      .filter(({ isInMenu }) => isInMenu)
      .map(({ to, label, icon }) => ({ label, icon, run: () => navigate({ to }) })),
    { label: 'Your account', icon: IconUserCircle, run: () => navigate({ to: '/account' }) },
    { label: siteSettings, icon: IconSettings, run: () => navigate({ to: '/content', search: { section: 'site' } }) },
    { label: 'Help', icon: IconHelp, run: () => openPalette(helpQuery) },
    { label: 'View Website', icon: IconExternalLink, run: () => window.open('/', '_blank', 'noopener') },
    useColorSchemeToggle(),
    { label: 'Logout', icon: IconLogout, run: useLogout() },
  ];
  return (
    <Menu position="top-end" shadow="md" width={220} defaultOpened>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {entries.map(({ label, icon: Icon, run }) => (
          <Menu.Item key={label} leftSection={<Icon size={18} />} onClick={() => run()}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
