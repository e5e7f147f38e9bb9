import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AccountLink } from '@threadline/schema/wire/account';
import {
  createUserSchema,
  inviteSchema,
  passwordSchema,
  type Role,
  type User,
  updateUserSchema,
} from '@threadline/schema/wire/user';
import { useEffect, useEffectEvent } from 'react';
import { z } from 'zod';
import { api, getErrorMessage, unwrap } from '../../api/client.ts';
import { useFailedMail } from '../../api/enquiry-counts.ts';
import { useSession } from '../../session.tsx';
import { Alert, ErrorAlert } from '../../ui/alert.tsx';
import { ApiForm } from '../../ui/api-form.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { messages } from '../../ui/messages.ts';
import { SidePanel } from '../../ui/panel.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { CurrentPasswordInput, NewPasswordInput } from '../auth/password-inputs.tsx';
import { RoleSelect } from './role-select.tsx';
import { useRefreshUsers } from './use-user-actions.ts';

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
  const { field, values } = form;
  const focusName = useEffectEvent(() => form.focusField('name'));
  useEffect(() => focusName(), []);
  const needsCurrentPassword = user?._id === me._id && (values.password !== '' || values.email !== email);

  return (
    <SidePanel
      label={user ? 'Edit user' : 'Add a user'}
      title={user ? `Edit ${user.name}` : 'Add a user'}
      onClose={onDone}
    >
      <ApiForm
        form={form}
        intro={<UserFormErrors form={form} />}
        action={user ? 'Save' : 'Add user'}
        isPrimary
        buttons={<Button onClick={onDone}>Cancel</Button>}
      >
        <TextInput label="Name" autoComplete="off" {...field('name')} />
        <TextInput label="Email" type="email" autoComplete="off" {...field('email')} />
        <NewPasswordInput
          label="Password"
          owner={values}
          hint={user && 'Leave it blank to keep the current one.'}
          {...field('password')}
        />
        {needsCurrentPassword && (
          <CurrentPasswordInput
            visibilityToggleButtonProps={{ 'aria-label': 'Show the current password' }}
            {...field('currentPassword')}
          />
        )}
        <RoleSelect {...field('role')} value={values.role} onChange={(next) => form.setValue('role', next)} />
        {user && <EnquiryEmailsNote me={me} />}
      </ApiForm>
    </SidePanel>
  );
}

/** Answers where to switch the emails about new enquiries on or off: they do not depend on the user. */
function EnquiryEmailsNote({ me }: { me: User }) {
  return (
    <small>
      New enquiries are emailed to one address of the team, not to each user.{' '}
      {me.role === 'super_admin' ? (
        <Link to="/settings/email">See or change it</Link>
      ) : (
        'A super admin sees it under Email settings.'
      )}
    </small>
  );
}

const labels: Record<string, string> = {
  name: 'Name',
  email: 'Email',
  password: 'Password',
  currentPassword: 'Current password',
  role: 'Role',
};

interface UserFormErrorsProps {
  form: Pick<ReturnType<typeof useApiForm>, 'errors' | 'isSubmitted' | 'focusField'> & { mutation: { error: unknown } };
}

/** The refusal of the server, or the number of invalid fields, with a button for each of them. */
function UserFormErrors({ form: { errors, isSubmitted, focusField, mutation } }: UserFormErrorsProps) {
  const names = Object.keys(errors).filter((name) => errors[name]);
  if (!isSubmitted || names.length === 0) return <ErrorAlert error={mutation.error} fallback={messages.userFailed} />;
  return (
    <ErrorSummary
      message={mutation.error ? getErrorMessage(mutation.error, messages.userFailed) : undefined}
      fields={names.map((name) => ({ name, label: labels[name] ?? name }))}
      onFocus={focusField}
    />
  );
}

interface InviteFormProps {
  onInvited: (link: AccountLink, user: User) => void;
  onDone: () => void;
}

/** Creates an account whose owner chooses the password. */
export function InviteForm({ onInvited, onDone }: InviteFormProps) {
  const refresh = useRefreshUsers();
  const failedMail = useFailedMail();
  const role: Role = 'admin';
  const form = useApiForm({
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
      <ApiForm
        form={form}
        fallback={messages.userFailed}
        action="Invite"
        isPrimary
        buttons={<Button onClick={onDone}>Cancel</Button>}
      >
        <TextInput label="Name" autoComplete="off" data-autofocus {...form.field('name')} />
        <TextInput label="Email" type="email" autoComplete="off" {...form.field('email')} />
        <RoleSelect {...form.field('role')} value={form.values.role} onChange={(next) => form.setValue('role', next)} />
        <small>They choose their own password with a link that works once, for three days.</small>
        {failedMail && (
          <Alert tone="warning">
            Email {failedMail.mode === 'files' ? 'is not set up' : 'does not work'}: you get a link to pass on yourself,
            for example on WhatsApp.
          </Alert>
        )}
      </ApiForm>
    </SidePanel>
  );
}
