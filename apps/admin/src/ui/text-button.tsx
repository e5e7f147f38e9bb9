import type { ComponentProps } from 'react';
import classes from './text-button.module.css';

/** A button that looks like a link. */
export function TextButton(props: Omit<ComponentProps<'button'>, 'className'>) {
  return <button type="button" className={classes.button} {...props} />;
}
