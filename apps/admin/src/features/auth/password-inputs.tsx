import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { reauthenticateSchema } from '@threadline/schema/wire/account';
import type { ReactNode } from 'react';
import { ApiForm } from '../../ui/api-form.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import classes from './login.module.css';
import { usePasswordHint } from './session-options.ts';

/** A field in which a user chooses a password. */
export function NewPasswordInput(props: PasswordInputProps) {
  return (
    <PasswordInput
      autoComplete="new-password"
      description={usePasswordHint()}
      descriptionProps={{ className: classes.hint }}
      {...props}
    />
  );
}

export function CurrentPasswordInput(props: PasswordInputProps) {
  return <PasswordInput label="Current password" autoComplete="current-password" {...props} />;
}

interface ReauthenticateFormProps<Reply> {
  text: string;
  /** The label of the submit button. */
  action: string;
  send: (currentPassword: string) => Promise<Reply>;
  onSuccess: (reply: Reply) => void;
  /** Further buttons. */
  buttons?: ReactNode;
}

/** Asks for the password before a change of the sign-in methods: an open session alone must not allow it. */
export function ReauthenticateForm<Reply>(props: ReauthenticateFormProps<Reply>) {
  const { text, action, send, onSuccess, buttons } = props;
  const form = useApiForm({
    initialValues: { currentPassword: '' },
    schema: reauthenticateSchema,
    send: ({ currentPassword }) => send(currentPassword),
    onSuccess,
  });
  return (
    <ApiForm
      form={form}
      intro={<p>{text}</p>}
      fallback="This did not work. Please try again."
      action={action}
      buttons={buttons}
    >
      <CurrentPasswordInput {...form.field('currentPassword')} />
    </ApiForm>
  );
}
