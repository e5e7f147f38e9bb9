import type { ComponentProps, ReactNode } from 'react';
import { getErrorMessage } from '../api/client.ts';
import classes from './alert.module.css';

interface AlertProps extends ComponentProps<'div'> {
  /** Default: an error. */
  tone?: 'success' | 'warning' | 'danger' | 'info';
  icon?: ReactNode;
  /** Buttons and links after the text. */
  actions?: ReactNode;
  /** Fills the width of the screen, below its top bar. */
  isStrip?: boolean;
}

/** A message in its place on the page. Mantine's own Alert would take the sign-in page over its size budget. */
export function Alert({ tone = 'danger', icon, actions, isStrip, className = '', children, ...element }: AlertProps) {
  return (
    <div className={`${classes.alert} ${className}`} data-tone={tone} data-strip={isStrip || undefined} {...element}>
      {icon}
      <div className={classes.text}>{children}</div>
      {actions}
    </div>
  );
}

interface ErrorAlertProps {
  error: unknown;
  /** Shown when the server gave no reason. */
  fallback: string;
}

/** Shows why something failed and announces it to screen readers. Renders nothing without an error. */
export function ErrorAlert({ error, fallback }: ErrorAlertProps) {
  return error ? <Alert role="alert">{getErrorMessage(error, fallback)}</Alert> : null;
}
