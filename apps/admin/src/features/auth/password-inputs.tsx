import { PasswordInput, type PasswordInputProps, Text } from '@mantine/core';
import { reauthenticateSchema } from '@threadline/schema/wire/account';
import type { ReactNode } from 'react';
import { ApiForm } from '../../ui/api-form.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import classes from './login.module.css';
import { describeStrength, type PasswordOwner } from './password-strength.ts';
import { useSessionOptions } from './session-options.ts';

interface NewPasswordInputProps extends Omit<PasswordInputProps, 'description'> {
  /** Whose password it is: names in it are easy to guess. */
  owner: Pick<PasswordOwner, 'name' | 'email'>;
  /** In place of the advice below an empty field. */
  hint?: string | undefined;
  /** After the hint. */
  note?: string;
}

/** A field in which a user chooses a password, with its strength while it is typed. */
export function NewPasswordInput({ owner, hint, note, ...props }: NewPasswordInputProps) {
  const options = useSessionOptions();
  const minimum = options ? `At least ${options.minPasswordLength} characters. ` : '';
  const advice = `${minimum}Three unrelated words are strong and easy to remember.`;
  const typed = String(props.value ?? '');
  const strength = typed === '' ? undefined : describeStrength(typed, { ...owner, company: options?.brand });
  return (
    <PasswordInput
      autoComplete="new-password"
      description={
        <>
          <Text
            span
            role="status"
            c={strength && (strength.isWeak ? 'var(--mantine-color-accent-light-color)' : 'var(--success)')}
          >
            {strength?.text ?? hint ?? advice}
          </Text>{' '}
          {note}
        </>
      }
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
      fallback="Nothing was changed. Try again."
      action={action}
      buttons={buttons}
    >
      <CurrentPasswordInput {...form.field('currentPassword')} />
    </ApiForm>
  );
}
