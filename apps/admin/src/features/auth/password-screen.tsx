import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { passwordSchema } from '@threadline/schema/user';
import { type FormEvent, useState } from 'react';
import { answerOf, api, sentenceOf } from '../../api/client.ts';
import { useSession } from '../../session.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { messages } from '../../ui/messages.ts';
import { PageSpinner } from '../../ui/page-spinner.tsx';
import { EntryPage } from './auth-layout.tsx';
import classes from './login.module.css';
import { NewPasswordInput } from './new-password-input.tsx';

/** /admin/password#<token>: choose the first password of an account, or another one, by a link. */
export function PasswordScreen() {
  const [token] = useState(() => window.location.hash.slice(1));
  const { state, logout, retry } = useSession();
  const link = useQuery({
    queryKey: ['account-link', token],
    queryFn: () => answerOf(api.anonymous.auth.links.check.$post({ json: { token } })),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (link.isPending || state.status === 'loading') return <PageSpinner />;
  if (link.error) {
    return (
      <EntryPage
        title="This link does not work"
        lead={sentenceOf(link.error, 'It is too old, or it was used already.')}
      >
        <p>
          <a href="/admin/forgot">Ask for a new link</a>, or ask whoever invited you.
        </p>
      </EntryPage>
    );
  }
  if (state.status === 'signed-in' && state.user.email !== link.data.email) {
    return (
      <EntryPage
        title="Somebody else is signed in"
        lead={`This link is for ${link.data.email}. You are signed in as ${state.user.email}.`}
      >
        <Button variant="filled" onClick={() => logout().then(retry)}>
          Sign out and go on
        </Button>
      </EntryPage>
    );
  }
  const isInvitation = link.data.kind === 'invitation';
  return (
    <EntryPage
      title={isInvitation ? `Welcome, ${link.data.name}` : 'A new password'}
      lead={`Choose the password for ${link.data.email}.`}
    >
      <ChooseForm token={token} />
      {link.data.hasPasskey && (
        <p className={classes.lead}>
          The passkeys of this account go on working with the new password. Look through them under Your account, and
          remove those that are not yours.
        </p>
      )}
    </EntryPage>
  );
}

function ChooseForm({ token }: { token: string }) {
  const { login } = useSession();
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState<string>();
  const choose = useMutation({
    mutationFn: () => answerOf(api.anonymous.auth.links.accept.$post({ json: { token, password } })),
    onSuccess: async ({ email }) => {
      // The login screen helps with whatever else is asked for.
      await login({ email, password }).catch(() => undefined);
      navigate({ to: '/', replace: true });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = passwordSchema.safeParse(password).error?.issues[0]?.message;
    setWrong(found);
    if (!found) choose.mutate();
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <ErrorAlert error={choose.error} fallback={messages.userFailed} />
      <NewPasswordInput
        label="New password"
        name="password"
        value={password}
        error={wrong}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" variant="filled" size="md" fullWidth loading={choose.isPending}>
        Set the password
      </Button>
    </form>
  );
}
