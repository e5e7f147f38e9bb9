import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import {
  IconDots,
  IconExternalLink,
  IconLogout,
  IconMoon,
  IconSearch,
  IconSettings,
  IconUserCircle,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useLogout } from '../features/auth/use-logout.ts';
import { useOpenPalette } from '../features/command-palette/commands.tsx';
import { destinations, siteSettings } from '../navigation.ts';
import classes from './shell.module.css';
import { WaitingBadge } from './waiting-badge.tsx';

/** The sidebar of a phone: four screens and the rest under More. */
export function BottomBar() {
  const logout = useLogout();
  const navigate = useNavigate();
  const openPalette = useOpenPalette();
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const isDark = useComputedColorScheme('light') === 'dark';
  return (
    <nav className={classes.bottom} aria-label="Screens">
      {destinations.slice(0, 4).map(({ to, label, short, icon: Icon }) => (
        <Link key={to} to={to} className={classes.tab} activeOptions={{ exact: to === '/', includeSearch: false }}>
          <Icon size={20} stroke={1.6} aria-hidden="true" />
          {short ?? label}
          {to === '/enquiries' && <WaitingBadge className={classes.badge} />}
        </Link>
      ))}
      <Menu position="top-end" shadow="md" width={220}>
        <Menu.Target>
          <button type="button" className={classes.tab} data-more="">
            <IconDots size={20} stroke={1.6} aria-hidden="true" />
            More
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconSearch size={18} />} onClick={openPalette}>
            Search or jump to
          </Menu.Item>
          {destinations.slice(4).map(({ to, label, icon: Icon }) => (
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
    </nav>
  );
}
