import { PasswordInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { AccountLink } from '@threadline/schema/account-link';
import {
  createUserSchema,
  inviteSchema,
  passwordSchema,
  type Role,
  type User,
  updateUserSchema,
} from '@threadline/schema/user';
import { useEffect, useEffectEvent } from 'react';
import { z } from 'zod';
import { api, getErrorMessage, unwrap } from '../../api/client.ts';
import { useSession } from '../../session.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { messages } from '../../ui/messages.ts';
import { SidePanel } from '../../ui/side-panel.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { usePasswordHint } from '../auth/session-options.ts';
import { RoleSelect } from './role-select.tsx';
import classes from './users.module.css';

const blank = z.literal('');

/** Spec §5: the schema that the server uses, with a blank password for one that stays as it is. */
export const userFormSchemas = {
  new: createUserSchema.extend({ currentPassword: blank }),
  existing: updateUserSchema.extend({
    password: z
      .string()
      .transform((password) => password || undefined)
      .pipe(passwordSchema.optional()),
  }),
};

interface UserFormProps {
  /** The account that is edited; undefined for a new one. */
  user: User | undefined;
  me: User;
  onDone: () => void;
}

export function UserForm({ user, me, onDone }: UserFormProps) {
  const hint = usePasswordHint();
  const { updateUser } = useSession();
  const refresh = useRefreshUsers();
  const email = user?.email ?? '';
  const role: Role = user?.role ?? 'admin';
  const form = useApiForm({
    initialValues: { name: user?.name ?? '', email, password: '', role, currentPassword: '' },
    schema: user ? userFormSchemas.existing : userFormSchemas.new,
    unsavedId: 'user-form',
    send: ({ password, currentPassword, ...values }) => {
      if (!user) return unwrap(api.client.auth['create-admin'].$post({ json: { ...values, password } }));
      const passwords = { ...(password !== '' && { password }), ...(currentPassword !== '' && { currentPassword }) };
      return unwrap(api.client.auth.users[':id'].$put({ param: { id: user._id }, json: { ...values, ...passwords } }));
    },
    onSuccess: (reply) => {
      if (reply.user._id === me._id) updateUser(reply.user);
      refresh();
      onDone();
    },
  });
  const { field, values, mutation } = form;
  const focusName = useEffectEvent(() => form.focusField('name'));
  useEffect(() => focusName(), []);
  const needsCurrentPassword = user?._id === me._id && (values.password !== '' || values.email !== email);

  return (
    <SidePanel
      label={user ? 'Edit user' : 'Add a user'}
      title={user ? `Edit ${user.name}` : 'Add a user'}
      onClose={onDone}
    >
      <form onSubmit={form.onSubmit} noValidate>
        <ErrorSummary form={form} />
        <TextInput label="Name" autoComplete="off" {...field('name')} />
        <TextInput label="Email" type="email" autoComplete="off" {...field('email')} />
        <PasswordInput
          label="Password"
          autoComplete="new-password"
          description={user ? 'Leave it blank to keep the current one.' : hint}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
          {...field('password')}
        />
        {needsCurrentPassword && (
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show the current password' }}
            {...field('currentPassword')}
          />
        )}
        <RoleSelect {...field('role')} value={values.role} onChange={(next) => form.setValue('role', next)} />
        <div className={classes.formButtons}>
          <Button type="submit" variant="filled" loading={mutation.isPending}>
            {user ? 'Save' : 'Add user'}
          </Button>
          <Button onClick={onDone}>Cancel</Button>
        </div>
      </form>
    </SidePanel>
  );
}

const labels: Record<string, string> = {
  name: 'Name',
  email: 'Email',
  password: 'Password',
  currentPassword: 'Current password',
  role: 'Role',
};

interface ErrorSummaryProps {
  form: Pick<ReturnType<typeof useApiForm>, 'errors' | 'isSubmitted' | 'focusField'> & { mutation: { error: unknown } };
}

/** The refusal of the server, or the number of invalid fields, with a button for each of them. */
function ErrorSummary({ form: { errors, isSubmitted, focusField, mutation } }: ErrorSummaryProps) {
  const names = Object.keys(errors).filter((name) => errors[name]);
  if (!isSubmitted || names.length === 0) return <ErrorAlert error={mutation.error} fallback={messages.userFailed} />;
  const count = names.length === 1 ? '1 field needs a change.' : `${names.length} fields need a change.`;
  return (
    <div className="alert" role="alert">
      <div>
        <strong>{mutation.error ? getErrorMessage(mutation.error, messages.userFailed) : count}</strong>{' '}
        {names.map((name) => (
          <button type="button" className="text-button" key={name} onClick={() => focusField(name)}>
            {labels[name] ?? name}
          </button>
        ))}
      </div>
    </div>
  );
}

interface InviteFormProps {
  onInvited: (link: AccountLink, user: User) => void;
  onDone: () => void;
}

/** Creates an account whose owner chooses the password. */
export function InviteForm({ onInvited, onDone }: InviteFormProps) {
  const refresh = useRefreshUsers();
  const role: Role = 'admin';
  const { field, values, setValue, mutation, onSubmit } = useApiForm({
    initialValues: { name: '', email: '', role: role as Role },
    schema: inviteSchema,
    unsavedId: 'invite-form',
    send: (json) => unwrap(api.client.auth.invitations.$post({ json })),
    onSuccess: ({ success, user, ...link }) => {
      refresh();
      onInvited(link, user);
    },
  });
  return (
    <SidePanel label="Invite a user" title="Invite a user" onClose={onDone}>
      <form onSubmit={onSubmit} noValidate>
        <ErrorAlert error={mutation.error} fallback={messages.userFailed} />
        <TextInput label="Name" autoComplete="off" data-autofocus {...field('name')} />
        <TextInput label="Email" type="email" autoComplete="off" {...field('email')} />
        <RoleSelect {...field('role')} value={values.role} onChange={(next) => setValue('role', next)} />
        <p className="meta">They choose their own password with a link that works once, for three days.</p>
        <div className={classes.formButtons}>
          <Button type="submit" variant="filled" loading={mutation.isPending}>
            Invite
          </Button>
          <Button onClick={onDone}>Cancel</Button>
        </div>
      </form>
    </SidePanel>
  );
}

function useRefreshUsers(): () => void {
  const queryClient = useQueryClient();
  return () => {
    queryClient.invalidateQueries({ queryKey: ['users'] });
    queryClient.invalidateQueries({ queryKey: ['dashboard'] });
  };
}
