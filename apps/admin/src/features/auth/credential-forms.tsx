import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { changeEmailSchema, changeNameSchema, changePasswordSchema } from '@threadline/schema/wire/account';
import type { User } from '@threadline/schema/wire/user';
import type { ComponentProps } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { useSession, useUser } from '../../session.tsx';
import { Alert } from '../../ui/alert.tsx';
import { ApiForm } from '../../ui/api-form.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { FormOnRequest } from './form-on-request.tsx';
import { CurrentPasswordInput, NewPasswordInput } from './password-inputs.tsx';

/** Changes the name. It signs replies to enquiries, so it needs no password. */
export function NameForm() {
  const { name } = useUser();
  const refresh = useRefreshAccount();
  const form = useApiForm({
    initialValues: { name },
    schema: changeNameSchema,
    unsavedId: 'account-name',
    send: (json) => unwrap(api.client.account.name.$put({ json })),
    onSuccess: ({ user }, saved) => {
      form.keep(saved);
      refresh(user);
    },
  });
  return (
    <CredentialForm title="Your name" action="Save the name" form={form}>
      <TextInput
        label="Name"
        description="Shown to your team. Your replies to enquiries are signed with it."
        autoComplete="name"
        {...form.field('name')}
      />
    </CredentialForm>
  );
}

/** Changes the password. Asks for the current one: an open session alone must not allow it. */
export function PasswordForm() {
  const user = useUser();
  const refresh = useRefreshAccount();
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
    <CredentialForm
      title="Your password"
      state="If you change it, you are signed out in your other browsers."
      action="Change the password"
      form={form}
    >
      <CurrentPasswordInput {...form.field('currentPassword')} />
      <NewPasswordInput
        label="New password"
        owner={user}
        note="You will be signed out in your other browsers."
        {...form.field('password')}
      />
    </CredentialForm>
  );
}

export function EmailForm() {
  const { email } = useUser();
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
    <CredentialForm title="Your email" state={email} action="Change the email" form={form}>
      <CurrentPasswordInput {...form.field('currentPassword')} />
      <TextInput label="New email" type="email" autoComplete="email" {...form.field('email')} />
    </CredentialForm>
  );
}

interface CredentialFormProps extends Pick<ComponentProps<typeof ApiForm>, 'action' | 'children'> {
  title: string;
  /** Shown instead of the fields until they are wanted. */
  state?: string;
  form: ComponentProps<typeof ApiForm>['form'] & { mutation: { data: { message: string } | undefined } };
}

function CredentialForm({ title, state, action, form, children }: CredentialFormProps) {
  const { data } = form.mutation;
  const fields = (
    <ApiForm form={form} action={action} fallback="The change could not be saved.">
      {data && (
        <Alert tone="success" role="status">
          {data.message}
        </Alert>
      )}
      {children}
    </ApiForm>
  );
  return (
    <Panel title={title}>
      {state ? (
        <FormOnRequest text={state} action={String(action)}>
          {fields}
        </FormOnRequest>
      ) : (
        fields
      )}
    </Panel>
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
