import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ButtonHTMLAttributes, Ref } from 'react';

type IconButtonProps = ActionIconProps &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'color' | 'style'> & { label: string; ref?: Ref<HTMLButtonElement> };

/** A button that shows only an icon; `label` is its name, for everybody who hovers or listens. */
export function IconButton({ label, ...props }: IconButtonProps) {
  return (
    <ActionIcon type="button" variant="subtle" color="gray" size={30} aria-label={label} title={label} {...props} />
  );
}
