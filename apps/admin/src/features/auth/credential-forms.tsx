import { PasswordInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { changeEmailSchema, changePasswordSchema } from '@threadline/schema/account';
import type { User } from '@threadline/schema/user';
import { type FormEvent, type ReactNode, useId } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { useSession } from '../../session.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import classes from './account.module.css';
import { CurrentPasswordInput } from './reauthenticate-form.tsx';
import { usePasswordHint } from './session-options.ts';

/** Changes the password. Asks for the current one: an open session alone must not allow it. */
export function PasswordForm() {
  const refresh = useRefreshAccount();
  const hint = usePasswordHint();
  const form = useApiForm({
    initialValues: { currentPassword: '', password: '' },
    schema: changePasswordSchema,
    unsavedId: 'account-password',
    send: (json) => unwrap(api.client.account.password.$put({ json })),
    onSuccess: ({ user }) => {
      refresh(user);
      form.reset();
    },
  });
  return (
    <CredentialForm title="Change your password" action="Change the password" form={form}>
      <CurrentPasswordInput {...form.field('currentPassword')} />
      <PasswordInput
        label="New password"
        autoComplete="new-password"
        description={`${hint} Your other browsers are signed out.`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
        {...form.field('password')}
      />
    </CredentialForm>
  );
}

export function EmailForm() {
  const refresh = useRefreshAccount();
  const form = useApiForm({
    initialValues: { currentPassword: '', email: '' },
    schema: changeEmailSchema,
    unsavedId: 'account-email',
    send: (json) => unwrap(api.client.account.email.$put({ json })),
    onSuccess: ({ user }) => {
      refresh(user);
      form.reset();
    },
  });
  return (
    <CredentialForm title="Change your email" action="Change the email" form={form}>
      <CurrentPasswordInput {...form.field('currentPassword')} />
      <TextInput label="New email" type="email" autoComplete="email" {...form.field('email')} />
    </CredentialForm>
  );
}

interface CredentialFormProps {
  title: string;
  action: string;
  form: {
    mutation: { error: Error | null; data: { message: string } | undefined; isPending: boolean };
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  };
  children: ReactNode;
}

function CredentialForm({ title, action, form: { mutation, onSubmit }, children }: CredentialFormProps) {
  const heading = useId();
  return (
    <section className="panel" aria-labelledby={heading}>
      <div className="panel-head">
        <h2 id={heading}>{title}</h2>
      </div>
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        <ErrorAlert error={mutation.error} fallback="The change could not be saved." />
        {mutation.data && (
          <div className="alert" data-tone="good" role="status">
            {mutation.data.message}
          </div>
        )}
        {children}
        <div>
          <Button type="submit" loading={mutation.isPending}>
            {action}
          </Button>
        </div>
      </form>
    </section>
  );
}

function useRefreshAccount(): (user: User) => void {
  const { updateUser } = useSession();
  const queryClient = useQueryClient();
  return (user) => {
    updateUser(user);
    queryClient.invalidateQueries({ queryKey: ['account'] });
    queryClient.invalidateQueries({ queryKey: ['users'] });
  };
}
