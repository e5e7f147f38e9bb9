import type { ReactNode } from 'react';
import classes from './tag.module.css';

interface TagProps {
  tone?: 'success' | 'warning' | 'danger' | 'info' | undefined;
  /** Lets a text that is longer than its place continue on a second line. */
  isLong?: boolean;
  children: ReactNode;
}

/** A short state, such as "live". Mantine's Badge has another shape and needs five times the styles. */
export function Tag({ tone, isLong, children }: TagProps) {
  return (
    <span className={classes.tag} data-tone={tone} data-long={isLong || undefined}>
      {children}
    </span>
  );
}
