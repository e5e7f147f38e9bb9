import { IconExternalLink, IconHelp, IconLogout, IconSearch, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { sessionOptionsQuery } from '../features/auth/session-options.ts';
import { useLogout } from '../features/auth/use-logout.ts';
import { preloadPalette, useOpenPalette } from '../features/command-palette/commands.tsx';
import { useDashboard } from '../features/dashboard/dashboard-query.ts';
import { destinations, helpQuery, siteSettings } from '../navigation.ts';
import { useUser } from '../session.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { useColorSchemeToggle } from '../ui/use-color-scheme-toggle.ts';
import { modifierName } from '../ui/use-shortcuts.ts';
import { Wordmark } from '../ui/wordmark.tsx';
import classes from './sidebar.module.css';
import { CountBadge, UnansweredBadge } from './unanswered-badge.tsx';

export function Sidebar() {
  const { data: options } = useQuery({ ...sessionOptionsQuery, staleTime: Number.POSITIVE_INFINITY });
  const brand = options?.brand ?? '';
  const user = useUser();
  const logout = useLogout();
  const openPalette = useOpenPalette();
  const { data } = useDashboard();
  const scheme = useColorSchemeToggle();
  const marked = useRouterState({ select: ({ location }) => getMarkedLink(location) });
  const counts: Record<string, number | undefined> = { '/content': data?.contentItems, '/images': data?.images };
  const feedback = data?.openFeedback;

  return (
    <nav className={classes.sidebar} aria-label="Admin">
      <Link className={classes.brand} to="/" aria-label={`${brand}, Dashboard`}>
        <Wordmark size={28} name={brand} />
      </Link>
      <button
        type="button"
        className={classes.search}
        onPointerEnter={preloadPalette}
        onClick={() => openPalette()}
        title="Search or jump to"
      >
        <IconSearch size={16} stroke={1.6} aria-hidden="true" />
        <Name full="Search or jump to" short="Search" />
        <kbd>{modifierName} K</kbd>
      </button>
      <ul>
        {destinations.map(({ to, label, short, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className={classes.link}
              activeOptions={
                to === '/content' && marked
                  ? { exact: true, includeSearch: true }
                  : { exact: to === '/', includeSearch: false }
              }
              aria-current={to === marked ? 'page' : undefined}
              title={label}
            >
              <Icon size={18} stroke={1.6} aria-hidden="true" />
              <Name full={label} short={short} />
              {counts[to] !== undefined && <small className={classes.count}>{counts[to]}</small>}
              {to === '/enquiries' && <UnansweredBadge />}
              {to === '/releases' && feedback ? <CountBadge count={feedback} text=" new from previews" /> : null}
            </Link>
          </li>
        ))}
      </ul>
      <ul className={classes.foot}>
        <li>
          <Link
            to="/content"
            search={{ section: 'site' }}
            className={classes.link}
            title={siteSettings}
            aria-current={marked === '/settings' ? 'true' : undefined}
          >
            <IconSettings size={18} stroke={1.6} aria-hidden="true" />
            <span>{siteSettings}</span>
          </Link>
        </li>
        <li>
          <button
            type="button"
            className={classes.link}
            onPointerEnter={preloadPalette}
            onClick={() => openPalette(helpQuery)}
            title="Help"
          >
            <IconHelp size={18} stroke={1.6} aria-hidden="true" />
            <span>Help</span>
          </button>
        </li>
        <li>
          <a
            href={options?.siteUrl ?? '/'}
            target="_blank"
            rel="noopener"
            className={classes.link}
            title="View Website"
          >
            <IconExternalLink size={18} stroke={1.6} aria-hidden="true" />
            <span>View Website</span>
          </a>
        </li>
        <li>
          <button type="button" className={classes.link} onClick={logout} title="Logout">
            <IconLogout size={18} stroke={1.6} aria-hidden="true" />
            <span>Logout</span>
          </button>
        </li>
      </ul>
      <div className={classes.user}>
        <Link to="/account" className={classes.account} title="Your account">
          <Avatar name={user.name} />
          <div>
            <strong>{user.name}</strong>
            <small>{user.role === 'super_admin' ? 'Super admin' : 'Admin'}</small>
          </div>
          <span className={classes.short}>Account</span>
        </Link>
        <button
          type="button"
          className={classes.scheme}
          aria-label={scheme.label}
          title={scheme.label}
          onClick={scheme.run}
        >
          <scheme.icon size={18} stroke={1.75} aria-hidden="true" />
          <span className={classes.short}>{scheme.label}</span>
        </button>
      </div>
    </nav>
  );
}

/** The name of a link. The rail of a tablet shows the short one below the icon. */
function Name({ full, short = full }: { full: string; short?: string | undefined }) {
  if (short === full) return <span>{full}</span>;
  return (
    <>
      <span className={classes.full}>{full}</span>
      <span className={classes.short}>{short}</span>
    </>
  );
}

/**
 * Returns the link of the sidebar that is marked as current where the path alone would mark none or another one: the
 * settings, an article in the editor, and the texts of the site settings. Returns undefined everywhere else.
 */
function getMarkedLink({ pathname, search }: { pathname: string; search: { section?: string; from?: string } }) {
  if (pathname.startsWith('/settings')) return '/settings';
  if (!pathname.startsWith('/content')) return undefined;
  if (search.from === 'articles') return '/articles';
  return pathname === '/content' && search.section === 'site' ? 'site' : undefined;
}
