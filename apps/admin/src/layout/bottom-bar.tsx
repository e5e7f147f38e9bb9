import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, useState } from 'react';
import { destinations } from '../navigation.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import classes from './shell.module.css';
import { UnansweredBadge } from './unanswered-badge.tsx';

const MoreMenu = lazyComponent('MoreMenu', () => import('./more-menu.tsx'), {
  label: 'The menu',
  fallback: ({ target }) => target,
});

/** The navigation of a phone: four screens, and the rest in a menu. */
export function BottomBar() {
  const [isMenuUsed, setMenuUsed] = useState(false);
  return (
    <nav className={classes.bottom} aria-label="Screens">
      {destinations.map(
        ({ to, label, short, icon: Icon, isInMenu }) =>
          !isInMenu && (
            <Link key={to} to={to} className={classes.tab} activeOptions={{ exact: to === '/', includeSearch: false }}>
              <Icon size={20} stroke={1.6} aria-hidden="true" />
              {short ?? label}
              {to === '/enquiries' && <UnansweredBadge />}
            </Link>
          ),
      )}
      {isMenuUsed ? (
        <MoreMenu target={<MoreTab />} />
      ) : (
        <MoreTab aria-haspopup="menu" onClick={() => setMenuUsed(true)} />
      )}
    </nav>
  );
}

/** The menu adds a class to its target. */
function MoreTab({ className = '', ...props }: ComponentProps<'button'>) {
  return (
    <button type="button" className={`${classes.tab} ${className}`} data-more="" {...props}>
      <IconDots size={20} stroke={1.6} aria-hidden="true" />
      More
    </button>
  );
}
