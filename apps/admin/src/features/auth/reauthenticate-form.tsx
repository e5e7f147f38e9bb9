import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { reauthenticateSchema } from '@threadline/schema/account';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import classes from './account.module.css';

export function CurrentPasswordInput(props: PasswordInputProps) {
  return (
    <PasswordInput
      label="Current password"
      autoComplete="current-password"
      visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
      {...props}
    />
  );
}

interface ReauthenticateFormProps<Reply> {
  text: string;
  /** The label of the submit button. */
  action: string;
  send: (currentPassword: string) => Promise<Reply>;
  onSuccess: (reply: Reply) => void;
  /** Further buttons. */
  children?: ReactNode;
}

/** Asks for the password before a change of the sign-in methods: an open session alone must not allow it. */
export function ReauthenticateForm<Reply>({ text, action, send, onSuccess, children }: ReauthenticateFormProps<Reply>) {
  const { field, mutation, onSubmit } = useApiForm({
    initialValues: { currentPassword: '' },
    schema: reauthenticateSchema,
    send: ({ currentPassword }) => send(currentPassword),
    onSuccess,
  });
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      <p>{text}</p>
      <ErrorAlert error={mutation.error} fallback="This did not work. Please try again." />
      <CurrentPasswordInput {...field('currentPassword')} />
      <div className={classes.buttons}>
        <Button type="submit" loading={mutation.isPending}>
          {action}
        </Button>
        {children}
      </div>
    </form>
  );
}
