import { Button as MantineButton, type ButtonProps as MantineButtonProps } from '@mantine/core';
import type { ButtonHTMLAttributes, Ref } from 'react';

type ButtonProps = MantineButtonProps &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'color' | 'style'> & { ref?: Ref<HTMLButtonElement> };

/** An outlined button; `variant="filled"` is for the primary action of a screen. */
export function Button(props: ButtonProps) {
  return <MantineButton type="button" variant="default" {...props} />;
}
