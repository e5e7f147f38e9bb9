import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { passwordSchema } from '@threadline/schema/wire/user';
import { useState } from 'react';
import { z } from 'zod';
import { api, getErrorMessage, unwrap } from '../../api/client.ts';
import { useSession } from '../../session.tsx';
import { ErrorAlert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { PageSpinner } from '../../ui/full-page.tsx';
import { messages } from '../../ui/messages.ts';
import { useApiForm } from '../../ui/use-api-form.ts';
import { AuthLayout } from './auth-layout.tsx';
import classes from './login.module.css';
import { NewPasswordInput } from './password-inputs.tsx';

/** /admin/password#<token>: sets the password of an account with an invitation or reset link. */
export function PasswordScreen() {
  const [token] = useState(() => window.location.hash.slice(1));
  const { state, logout, retry } = useSession();
  const link = useQuery({
    queryKey: ['account-link', token],
    queryFn: () => unwrap(api.anonymous.auth.links.check.$post({ json: { token } })),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (link.isPending || state.status === 'loading') return <PageSpinner />;
  if (link.error) {
    return (
      <AuthLayout
        title="This link does not work"
        description={getErrorMessage(link.error, 'It has expired or was already used.')}
      >
        <p>
          <a href="/admin/forgot">Ask for a new link</a>, or ask the person who invited you.
        </p>
      </AuthLayout>
    );
  }
  if (state.status === 'signed-in' && state.user.email !== link.data.email) {
    return (
      <AuthLayout
        title="Another user is signed in"
        description={`This link is for ${link.data.email}. You are signed in as ${state.user.email}.`}
      >
        <Button variant="filled" onClick={() => logout().then(retry)}>
          Sign out and continue
        </Button>
      </AuthLayout>
    );
  }
  const isInvitation = link.data.kind === 'invitation';
  return (
    <AuthLayout
      title={isInvitation ? `Welcome, ${link.data.name}` : 'A new password'}
      description={`Choose the password for ${link.data.email}.`}
    >
      <ChoosePasswordForm token={token} owner={link.data} />
      {link.data.hasPasskey && (
        <p className={classes.description}>
          The passkeys of this account keep working with the new password. Check them under Your account, and remove
          those that are not yours.
        </p>
      )}
    </AuthLayout>
  );
}

function ChoosePasswordForm({ token, owner }: { token: string; owner: { name: string; email: string } }) {
  const { login } = useSession();
  const navigate = useNavigate();
  const { field, mutation, onSubmit } = useApiForm({
    initialValues: { password: '' },
    schema: z.object({ password: passwordSchema }),
    send: ({ password }) => unwrap(api.anonymous.auth.links.accept.$post({ json: { token, password } })),
    onSuccess: async ({ email }, { password }) => {
      // If a second factor is required, the sign-in screen asks for it.
      await login({ email, password }).catch(() => undefined);
      navigate({ to: '/', replace: true });
    },
  });
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      <ErrorAlert error={mutation.error} fallback={messages.userFailed} />
      <NewPasswordInput label="New password" size="md" owner={owner} {...field('password')} />
      <Button type="submit" variant="filled" size="md" fullWidth loading={mutation.isPending}>
        Set the password
      </Button>
    </form>
  );
}
