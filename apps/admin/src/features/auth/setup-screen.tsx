import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { setupSchema } from '@threadline/schema/session';
import { type FormEvent, useState } from 'react';
import { answerOf, api, isApiError, sentenceOf } from '../../api/client.ts';
import { useSession } from '../../session.tsx';
import { Button } from '../../ui/button.tsx';
import { messages } from '../../ui/messages.ts';
import { EntryPage } from './auth-layout.tsx';
import classes from './login.module.css';
import { NewPasswordInput } from './new-password-input.tsx';

const empty = { name: '', email: '', password: '' };
const labels = { name: 'Name', email: 'Email', password: 'Password' };

/** /admin/setup#<token>: the first account, by the link that the first start prints. */
export function SetupScreen() {
  const { begin } = useSession();
  const navigate = useNavigate();
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<Partial<typeof empty>>({});
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body = { ...values, token: window.location.hash.slice(1) };
    const issues = setupSchema.safeParse(body).error?.issues ?? [];
    setErrors(Object.fromEntries(issues.toReversed().map(({ path, message }) => [path[0], message])));
    if (issues.length > 0) return;
    setBusy(true);
    try {
      begin(await answerOf(api.anonymous.setup.$post({ json: body })));
      navigate({ to: '/', replace: true });
    } catch (error) {
      if (isApiError(error))
        setErrors(Object.fromEntries(error.errors.map(({ pointer, detail }) => [pointer.slice(1), detail])));
      setProblem(sentenceOf(error, messages.userFailed));
      setBusy(false);
    }
  };
  const bind = (name: keyof typeof empty) => ({
    label: labels[name],
    size: 'md',
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget;
      setValues((before) => ({ ...before, [name]: value }));
    },
  });

  return (
    <EntryPage title="Set up" lead="Your account will be the first one, and may do everything.">
      <form className={classes.form} onSubmit={submit} noValidate>
        {problem && (
          <div className="alert" role="alert">
            {problem}
          </div>
        )}
        <TextInput {...bind('name')} autoComplete="name" />
        <TextInput {...bind('email')} type="email" autoComplete="username" />
        <NewPasswordInput {...bind('password')} />
        <Button type="submit" variant="filled" size="md" fullWidth loading={busy}>
          Create the account
        </Button>
      </form>
    </EntryPage>
  );
}
