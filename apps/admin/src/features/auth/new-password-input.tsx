import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import classes from './login.module.css';
import { usePasswordHint } from './session-options.ts';

/** A field in which a person who is not signed in chooses a password. */
export function NewPasswordInput(props: PasswordInputProps) {
  return (
    <PasswordInput
      size="md"
      autoComplete="new-password"
      description={usePasswordHint()}
      descriptionProps={{ className: classes.hint }}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
      {...props}
    />
  );
}
