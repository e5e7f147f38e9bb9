import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ButtonHTMLAttributes, Ref } from 'react';

type IconButtonProps = Omit<ActionIconProps, 'size'> &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'color' | 'style'> & {
    label: string;
    icon: TablerIcon;
    /** The width in pixels. */
    size?: number;
    ref?: Ref<HTMLButtonElement>;
  };

/** A button with an icon only; `label` is its tooltip and its accessible name. */
export function IconButton({ label, icon: Icon, size = 30, ...props }: IconButtonProps) {
  return (
    <ActionIcon type="button" variant="subtle" color="gray" size={size} aria-label={label} title={label} {...props}>
      <Icon size={size < 30 ? 16 : 18} stroke={1.75} />
    </ActionIcon>
  );
}
