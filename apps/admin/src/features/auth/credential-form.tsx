import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeEmailSchema, changePasswordSchema } from '@threadline/schema/account';
import type { User } from '@threadline/schema/user';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { answerOf, api, isApiError } from '../../api/client.ts';
import { useSession } from '../../session.tsx';
import { setUnsaved } from '../../store/unsaved.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import classes from './account.module.css';
import { usePasswordHint } from './session-options.ts';

interface Change {
  name: 'password' | 'email';
  title: string;
  /** Of the new value. */
  label: string;
  action: string;
  schema: typeof changePasswordSchema | typeof changeEmailSchema;
  send: (currentPassword: string, value: string) => Promise<{ user: User; message: string }>;
}

const password: Change = {
  name: 'password',
  title: 'Change your password',
  label: 'New password',
  action: 'Change the password',
  schema: changePasswordSchema,
  send: (currentPassword, value) =>
    answerOf(api.client.account.password.$put({ json: { currentPassword, password: value } })),
};

const email: Change = {
  name: 'email',
  title: 'Change your email',
  label: 'New email',
  action: 'Change the email',
  schema: changeEmailSchema,
  send: (currentPassword, value) =>
    answerOf(api.client.account.email.$put({ json: { currentPassword, email: value } })),
};

export const PasswordForm = () => <CredentialForm change={password} />;
export const EmailForm = () => <CredentialForm change={email} />;

/** A change of what one signs in with: it asks for the current password, as a session left open must not be enough. */
function CredentialForm({ change }: { change: Change }) {
  const [values, setValues] = useState({ currentPassword: '', value: '' });
  const [isShown, setShown] = useState(false);
  const hint = usePasswordHint();
  const form = useRef<HTMLFormElement>(null);
  const heading = useId();
  const save = useChange(change, () => {
    setValues({ currentPassword: '', value: '' });
    setShown(false);
  });
  const errors = isShown ? { ...errorsOf(change, values), ...serverErrors(save.error) } : {};
  const isDirty = values.value !== '';
  useEffect(() => {
    setUnsaved(`account-${change.name}`, isDirty ? 'open' : undefined);
    return () => setUnsaved(`account-${change.name}`, undefined);
  }, [change.name, isDirty]);

  const bind = (name: keyof typeof values, field: string) => ({
    name: field,
    value: values[name],
    error: errors[field],
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget;
      save.reset();
      setValues((before) => ({ ...before, [name]: value }));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setShown(true);
    const [first] = Object.keys(errorsOf(change, values));
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    else save.mutate(values);
  };
  const show = { 'aria-label': 'Show the password' };

  return (
    <section className="panel" aria-labelledby={heading}>
      <div className="panel-head">
        <h2 id={heading}>{change.title}</h2>
      </div>
      <form className={classes.form} onSubmit={submit} noValidate ref={form}>
        <ErrorAlert error={save.error} fallback="The change could not be saved." />
        {save.data && (
          <div className="alert" data-tone="good" role="status">
            {save.data.message}
          </div>
        )}
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          visibilityToggleButtonProps={show}
          {...bind('currentPassword', 'currentPassword')}
        />
        {change.name === 'password' ? (
          <PasswordInput
            label={change.label}
            autoComplete="new-password"
            description={`${hint} Your other browsers are signed out.`}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            visibilityToggleButtonProps={show}
            {...bind('value', change.name)}
          />
        ) : (
          <TextInput label={change.label} type="email" autoComplete="email" {...bind('value', change.name)} />
        )}
        <div>
          <Button type="submit" loading={save.isPending}>
            {change.action}
          </Button>
        </div>
      </form>
    </section>
  );
}

function useChange(change: Change, onDone: () => void) {
  const { updateUser } = useSession();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (values: { currentPassword: string; value: string }) =>
      change.send(values.currentPassword, values.value),
    onSuccess: ({ user }) => {
      updateUser(user);
      queryClient.invalidateQueries({ queryKey: ['account'] });
      queryClient.invalidateQueries({ queryKey: ['users'] });
      onDone();
    },
  });
}

function errorsOf(
  { name, schema }: Change,
  values: { currentPassword: string; value: string },
): Record<string, string> {
  const { error } = schema.safeParse({ currentPassword: values.currentPassword, [name]: values.value });
  const errors: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) errors[String(path[0])] ??= message;
  return errors;
}

function serverErrors(error: unknown): Record<string, string> {
  if (!isApiError(error)) return {};
  return Object.fromEntries(error.errors.map(({ pointer, detail }) => [pointer.slice(1), detail]));
}
