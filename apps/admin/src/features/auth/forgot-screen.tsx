import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { forgotPasswordSchema } from '@threadline/schema/account-link';
import { type FormEvent, useState } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { messages } from '../../ui/messages.ts';
import { EntryPage } from './auth-layout.tsx';
import classes from './login.module.css';
import { useSessionOptions } from './session-options.ts';

/** /admin/forgot: a link by mail. What it says never tells whether there is such an account. */
export function ForgotScreen() {
  const [email, setEmail] = useState('');
  const [wrong, setWrong] = useState<string>();
  const options = useSessionOptions();
  const send = useMutation({
    mutationFn: () => answerOf(api.anonymous.auth['forgot-password'].$post({ json: { email } })),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = forgotPasswordSchema.safeParse({ email }).error?.issues[0]?.message;
    setWrong(found);
    if (!found) send.mutate();
  };
  return (
    <EntryPage title="Forgot your password" lead="We send a link with which you choose a new one.">
      <form className={classes.form} onSubmit={submit} noValidate>
        <ErrorAlert error={send.error} fallback={messages.userFailed} />
        {send.data && (
          <div className="alert" data-tone="good" role="status">
            {send.data.message}
          </div>
        )}
        <TextInput
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          size="md"
          value={email}
          error={wrong}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" variant="filled" size="md" fullWidth loading={send.isPending}>
          Send the link
        </Button>
        <a className={classes.back} href="/admin/login">
          Back to sign in
        </a>
        {options?.sendsMail === false && (
          <div className="alert" data-tone="waiting" role="status">
            This site sends no mail yet. Ask a super admin for a link: Users, New password link.
          </div>
        )}
      </form>
    </EntryPage>
  );
}
