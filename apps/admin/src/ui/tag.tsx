import type { ReactNode } from 'react';
import classes from './tag.module.css';

interface TagProps {
  tone?: 'success' | 'warning' | 'danger' | 'info' | undefined;
  children: ReactNode;
}

/** A short state, such as "live". Mantine's Badge has another shape and needs five times the styles. */
export function Tag({ tone, children }: TagProps) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {children}
    </span>
  );
}
