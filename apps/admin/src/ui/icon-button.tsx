import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ButtonHTMLAttributes, Ref } from 'react';

type IconButtonProps = ActionIconProps &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'color' | 'style'> & { label: string; ref?: Ref<HTMLButtonElement> };

/** A button with an icon only; `label` is its tooltip and its accessible name. */
export function IconButton({ label, ...props }: IconButtonProps) {
  return (
    <ActionIcon type="button" variant="subtle" color="gray" size={30} aria-label={label} title={label} {...props} />
  );
}
