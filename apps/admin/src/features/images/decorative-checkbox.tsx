import { Checkbox, type CheckboxProps } from '@mantine/core';
import classes from './decorative-checkbox.module.css';

/** The choice below an alt text that the image needs none. */
export function DecorativeCheckbox(props: CheckboxProps) {
  return <Checkbox size="xs" className={classes.checkbox} label="Decorative: screen readers skip it" {...props} />;
}
