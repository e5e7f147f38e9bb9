import { PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { type ApiError, getErrorMessage, isApiError } from '../../api/client.ts';
import { useSession } from '../../session.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { messages } from '../../ui/messages.ts';
import classes from './login.module.css';

const AlternativeSignIn = lazyComponent('AlternativeSignIn', () => import('./alternative-sign-in.tsx'), {
  label: 'Other ways to sign in',
});

interface LoginFormProps {
  /** Known if the session ended over unsaved text. */
  email?: string;
  onDone: () => void;
}

/** Spec §5: both fields are required; §8: the server's message or 'Login failed'. */
export function LoginForm({ email: knownEmail = '', onDone }: LoginFormProps) {
  const { login } = useSession();
  const [email, setEmail] = useState(knownEmail);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [challenge, setChallenge] = useState<ApiError>();
  const [isSubmitted, setSubmitted] = useState(false);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const attempt = async (signIn: () => Promise<void>) => {
    setProblem('');
    setBusy(true);
    try {
      await signIn();
      onDone();
    } catch (error) {
      if (isApiError(error, 'second-factor-required')) setChallenge(error);
      setProblem(getErrorMessage(error, messages.loginFailed));
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (email === '' || password === '') {
      form.current?.querySelector<HTMLInputElement>(email === '' ? '[name=email]' : '[name=password]')?.focus();
      return;
    }
    attempt(() => login({ email, password, ...(challenge && { code }) }));
  };

  return (
    <form className={classes.form} onSubmit={submit} noValidate ref={form}>
      {problem && <Alert role="alert">{problem}</Alert>}
      <TextInput
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        size="md"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={isSubmitted && email === '' && 'Email is required'}
      />
      <PasswordInput
        label="Password"
        name="password"
        autoComplete="current-password"
        data-autofocus={knownEmail !== '' || undefined}
        size="md"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={isSubmitted && password === '' && 'Password is required'}
      />
      {challenge && (
        <TextInput
          label="Code"
          name="code"
          // The field appears because the previous attempt required the code.
          ref={focusOnce}
          autoComplete="one-time-code"
          size="md"
          description="From your authenticator app, or a recovery code."
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      )}
      <Button type="submit" variant="filled" size="md" fullWidth loading={busy}>
        Sign in
      </Button>
      <a className={classes.back} href="/admin/forgot">
        Forgot your password?
      </a>
      <AlternativeSignIn
        given={{ email, password }}
        request={challenge?.passkey}
        attempt={attempt}
        fill={(given) => {
          setEmail(given.email);
          setPassword(given.password);
        }}
      />
    </form>
  );
}

function focusOnce(input: HTMLInputElement | null): void {
  input?.focus();
}
