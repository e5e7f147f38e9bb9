import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './breadcrumbs.module.css';

/** The link to the screen above this one, and one beside it. */
export function Breadcrumbs({ children }: { children: ReactNode }) {
  return (
    <nav className={classes.breadcrumbs} aria-label="Breadcrumbs">
      <IconArrowLeft size={16} stroke={1.75} aria-hidden="true" />
      {children}
    </nav>
  );
}
