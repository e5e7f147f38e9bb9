import { Checkbox, type CheckboxProps } from '@mantine/core';

/** The choice below an alt text that the image needs none. */
export function DecorativeCheckbox(props: CheckboxProps) {
  return <Checkbox size="xs" label="Decorative: screen readers skip it" {...props} />;
}
